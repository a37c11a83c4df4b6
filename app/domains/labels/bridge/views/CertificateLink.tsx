import { LinkButton } from "#app/ui/elements.tsx";
import { printCertificatePath } from "../paths.ts";

/** The portal's certificate, under the file name that the print service looks for in its program folder. */
export const CertificateLink = () => (
  <LinkButton
    href={printCertificatePath}
    download="override.crt"
    icon="download"
    className="whitespace-normal"
    data-document=""
  >
    Download the portal's certificate
  </LinkButton>
);
