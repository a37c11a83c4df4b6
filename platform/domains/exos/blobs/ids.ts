/** Ids of an EXO's documents. */
export const labelBlobId = (exoId: string) => `exos/${exoId}/return-label.pdf`;
export const slipBlobId = (exoId: string) => `exos/${exoId}/return-slip.pdf`;
