import { storePath } from "#app/stores/paths.ts";

/** Setup and test of a workstation's printing. */
export const printSetupPath = (alias: string): string => `${storePath(alias, "printlabel")}/setup`;

/** The certificate (PEM) that the print service is shown; its key signs our requests. */
export const printCertificatePath = "/print/certificate";

/** Registers a printer that a workstation prints on: requests for any other are not signed. */
export const printPrinterPath = "/print/printer";

/** Signs a request to the print service: its JSON is the body, the signature the response. */
export const printSignPath = "/print/sign";
