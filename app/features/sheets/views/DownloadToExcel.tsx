import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { download as downloadWords } from "#app/core/specification/products.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { ProgressBar } from "#app/core/ui/feedback/Progress.tsx";
import type { SheetChoice, SheetChoices } from "#app/features/sheets/sheetChoices.ts";
import type { SheetProgress } from "#app/features/sheets/sheetWorker.ts";

type OnChoice = (event: MouseEvent<HTMLAnchorElement>, choice: SheetChoice) => void;

/**
 * Builds a list's spreadsheets in the browser, says how far it is, and can be stopped; `noun` is what the rows are, e.g.
 * 'products'.
 */
export function useDownload(noun: string): { onChoice: OnChoice; progress: ReactNode } {
  const [progress, setProgress] = useState<SheetProgress>();
  const stop = useRef<() => void>();
  useEffect(() => () => stop.current?.(), []);

  async function build(choice: SheetChoice) {
    stop.current?.();
    const { downloadSheet } = await import("#app/features/sheets/sheetDownload.ts");
    stop.current = downloadSheet({ ...choice, noun }, setProgress);
  }
  function onChoice(event: MouseEvent<HTMLAnchorElement>, choice: SheetChoice) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // When the builder's code cannot be had, the server's file is still there.
    build(choice).catch(() => window.location.assign(choice.href));
  }
  function end() {
    stop.current?.();
    setProgress(undefined);
  }
  return { onChoice, progress: <Progress progress={progress} onEnd={end} /> };
}

type DownloadProps = { download: SheetChoices; onChoice: OnChoice };

const Choice = ({
  choice,
  onChoice,
  children,
}: {
  choice: SheetChoice;
  onChoice: OnChoice;
  children: ReactNode;
}) => (
  <a href={choice.href} data-document="" title={choice.label} onClick={(event) => onChoice(event, choice)}>
    {children}
  </a>
);

/**
 * 'Download To Excel' (products#export) as the items of a menu. Every choice is a link to a file that the server streams
 * (no `download`: a failure is a page to show, not a file to keep); with scripting the browser builds the file itself.
 */
export function DownloadItems({ download: { rows, choices }, onChoice }: DownloadProps) {
  const [first, ...others] = choices;
  if (!first) return null;
  return (
    <>
      <Choice choice={first} onChoice={onChoice}>
        {`${downloadWords} `}
        <span className="text-xs text-ink-soft">{rows}</span>
      </Choice>
      {others.map((choice) => (
        <Choice key={choice.href} choice={choice} onChoice={onChoice}>
          {choice.label}
        </Choice>
      ))}
    </>
  );
}

/** The same as a button, where the page has it in sight: its first choice, and a menu of the others. */
export function DownloadButton({ download: { rows, choices }, onChoice }: DownloadProps) {
  const [first, ...others] = choices;
  if (!first) return null;
  return (
    <div className="split">
      <LinkButton
        href={first.href}
        icon="download"
        data-document=""
        title={first.label}
        onClick={(event) => onChoice(event, first)}
      >
        {downloadWords}
        <span className="sr-only"> {rows}</span>
      </LinkButton>
      {others.length > 0 && (
        <details data-popup="">
          <summary className="btn btn-secondary split-toggle" aria-label="Other downloads" />
          <div className="popup">
            {others.map((choice) => (
              <Choice key={choice.href} choice={choice} onChoice={onChoice}>
                {choice.label}
              </Choice>
            ))}
          </div>
        </details>
      )}
    </div>
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
