import { Button } from "#app/ui/Button.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { bridgeHelp } from "../help.ts";
import type { WorkstationPrinting } from "../printing.ts";
import "./bridge.css";

/** Where the print service stands and what to do about it, announced; with the label file as the way around it. */
export function BridgeHelp({
  printing: { state, retry },
  downloadHref,
}: {
  printing: Pick<WorkstationPrinting, "state" | "retry">;
  /** The label file; absent while there is nothing to download. */
  downloadHref?: string;
}) {
  const { tone, title, steps, retry: again } = bridgeHelp(state);
  const isQuiet = steps.length === 0;
  return (
    <div className={isQuiet ? `bridge-quiet tone-${tone}` : `notice tone-${tone}`} data-bridge={state.kind}>
      <Icon name={tone} />
      <div>
        <div role="status">
          {isQuiet ? <p>{title}</p> : <p className="font-semibold">{title}</p>}
          {steps.map((step) => (
            <p key={step}>{step}</p>
          ))}
        </div>
        {!isQuiet && (
          <div className="bridge-buttons">
            {again && (
              <Button icon="refresh" onClick={retry}>
                {again}
              </Button>
            )}
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
