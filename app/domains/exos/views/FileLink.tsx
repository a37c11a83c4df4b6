import { type MouseEvent, useState } from "react";
import { LinkButton } from "#app/ui/Button.tsx";
import { ErrorBar, type ErrorText } from "#app/ui/feedback/ErrorBar.tsx";
import { fileFailureAnchor } from "../paths.ts";
import type { FileView } from "../references.ts";

/**
 * 'Download' of one file, or another word. A plain link whose failure leads back here; with scripting the file is
 * fetched in place, the button is busy meanwhile, and a failure is shown below it.
 */
export function FileLink({ file, word = "Download" }: { file: FileView; word?: string }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorText | undefined>(file.failure);

  async function download() {
    setBusy(true);
    setFailure(undefined);
    try {
      const { downloadFile } = await import("#app/http/downloadFile.ts");
      setFailure(await downloadFile(file.href));
    } catch {
      // Neither code nor connection is available: the browser itself shows why.
      window.location.assign(file.href);
    } finally {
      setBusy(false);
    }
  }
  function onClick(event: MouseEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!busy) void download();
  }
  return (
    <div className="space-y-2">
      <LinkButton
        href={file.href}
        icon="download"
        data-document=""
        aria-disabled={busy || undefined}
        onClick={onClick}
      >
        {busy ? "Downloading…" : word}
        <span className="sr-only"> {file.name}</span>
      </LinkButton>
      {failure && (
        <div id={file.failure && fileFailureAnchor} className="scroll-mt-24">
          <ErrorBar error={failure} />
        </div>
      )}
    </div>
  );
}
