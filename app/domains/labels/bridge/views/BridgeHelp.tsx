import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { printCertificatePath, printSetupPath, stationsPath } from "../../paths.ts";
import { bridgeHelp, isHandheld } from "../help.ts";
import type { WorkstationPrinting } from "../printing.ts";

/**
 * State of the print service and what to do about it, announced; with the portal's certificate
 * where it would help, and the label file as an alternative.
 */
export function BridgeHelp({
  printing: { state, retry },
  alias,
  downloadHref,
}: {
  printing: Pick<WorkstationPrinting, "state" | "retry">;
  alias: string;
  /** The label file; absent while there is nothing to download. */
  downloadHref?: string;
}) {
  const help = bridgeHelp(state, { isHandheld: isHandheld(navigator.userAgent) });
  const { tone = "attention", title, steps, retry: again, wantsCertificate, wantsStation } = help;
  const isQuiet = steps.length === 0;
  return (
    <div
      className={
        isQuiet
          ? `flex items-center gap-2 text-ink-soft [&>.icon]:text-tone tone-${tone}`
          : `notice tone-${tone}`
      }
      data-bridge={state.kind}
    >
      <Icon name={tone} />
      <div>
        <div role="status">
          {isQuiet ? <p>{title}</p> : <p className="font-semibold">{title}</p>}
          {steps.map((step) => (
            <p key={step}>{step}</p>
          ))}
        </div>
        {!isQuiet && (
          <div className="mt-2 flex flex-wrap items-center gap-2">
            {again && (
              <Button icon="refresh" onClick={retry}>
                {again}
              </Button>
            )}
            {wantsCertificate && (
              <>
                <LinkButton href={printSetupPath(alias)}>Set up this workstation</LinkButton>
                <CertificateLink />
              </>
            )}
            {wantsStation && <LinkButton href={stationsPath(alias)}>Print stations</LinkButton>}
            {downloadHref && (
              <LinkButton href={downloadHref} icon="download" data-document="">
                Download label file
              </LinkButton>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

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
