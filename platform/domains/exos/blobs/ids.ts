/** Under which ids the documents of an EXO are kept. */
export const labelBlobId = (exoId: string) => `exos/${exoId}/return-label.pdf`;
export const slipBlobId = (exoId: string) => `exos/${exoId}/return-slip.pdf`;
