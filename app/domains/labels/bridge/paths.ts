import { storePath } from "#app/stores/paths.ts";

/** Where a workstation's printing is set up and proved. */
export const printSetupPath = (alias: string): string => `${storePath(alias, "printlabel")}/setup`;

/** The certificate (PEM) that the print service is shown, and whose key signs our requests. */
export const printCertificatePath = "/print/certificate";

/** Where a workstation says that it prints on a printer: nothing is signed for any other. */
export const printPrinterPath = "/print/printer";

/** Where a request to the print service is signed: its JSON is the body, its signature the answer. */
export const printSignPath = "/print/sign";
