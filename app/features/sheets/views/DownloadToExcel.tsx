import { type MouseEvent, useEffect, useRef, useState } from "react";
import { download as downloadWords } from "#app/core/specification/products.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { ProgressBar } from "#app/core/ui/feedback/Progress.tsx";
import type { SheetChoice, SheetChoices } from "#app/features/sheets/sheetChoices.ts";
import type { SheetProgress } from "#app/features/sheets/sheetWorker.ts";

/**
 * 'Download To Excel' (products#export). Every choice is a link to a file that the server streams (no `download`: a
 * failure is a page to show, not a file to keep); with scripting the browser builds the file itself, shows how far it
 * is, and can be stopped.
 */
export function DownloadToExcel({
  noun,
  download: { rows, choices },
}: {
  /** What the rows are, e.g. 'products'. */
  noun: string;
  download: SheetChoices;
}) {
  const [progress, setProgress] = useState<SheetProgress>();
  const stop = useRef<() => void>();
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => () => stop.current?.(), []);

  async function build(choice: SheetChoice) {
    stop.current?.();
    const { downloadSheet } = await import("#app/features/sheets/sheetDownload.ts");
    stop.current = downloadSheet({ ...choice, noun }, setProgress);
  }
  function onClick(event: MouseEvent<HTMLAnchorElement>, choice: SheetChoice) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    menu.current?.removeAttribute("open");
    // When the builder's code cannot be had, the server's file is still there.
    build(choice).catch(() => window.location.assign(choice.href));
  }
  function end() {
    stop.current?.();
    setProgress(undefined);
  }

  const [first, ...others] = choices;
  if (!first) return null;
  return (
    <>
      <div className="split">
        <LinkButton
          href={first.href}
          icon="download"
          data-document=""
          title={first.label}
          onClick={(event) => onClick(event, first)}
        >
          {downloadWords}
          <span className="sr-only"> {rows}</span>
        </LinkButton>
        {others.length > 0 && (
          <details data-popup="" ref={menu}>
            <summary className="btn btn-secondary split-toggle" aria-label="Other downloads" />
            <div className="popup">
              {others.map((choice) => (
                <a
                  key={choice.href}
                  href={choice.href}
                  data-document=""
                  onClick={(event) => onClick(event, choice)}
                >
                  {choice.label}
                </a>
              ))}
            </div>
          </details>
        )}
      </div>
      <Progress progress={progress} onEnd={end} />
    </>
  );
}

/** How far the file is, and what became of it: in a layer of its own, as the buttons stay where they are. */
function Progress({ progress, onEnd }: { progress: SheetProgress | undefined; onEnd: () => void }) {
  if (!progress) return <div role="status" className="message" />;
  const isWorking = progress.kind === "working";
  return (
    <div role="status" className="message">
      <div className={`notice tone-${isWorking ? "background" : progress.kind}`}>
        <div>
          {!isWorking && progress.message}
          {isWorking && progress.max === 0 && progress.label}
          {isWorking && progress.max > 0 && <ProgressBar {...progress} />}
        </div>
        <Button variant="quiet" icon="close" aria-label={isWorking ? "Cancel" : "Dismiss"} onClick={onEnd} />
      </div>
    </div>
  );
}
