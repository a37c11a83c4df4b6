/** The certificate (PEM) that the print service is shown, and whose key signs our requests. */
export const printCertificatePath = "/print/certificate";

/** Where a request to the print service is signed: its JSON is the body, its signature the answer. */
export const printSignPath = "/print/sign";
