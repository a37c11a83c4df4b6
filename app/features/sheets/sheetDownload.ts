import { saveFile } from "#app/core/http/downloadFile.ts";
import type { SheetNews, SheetOrder, SheetProgress } from "./sheetWorker.ts";

const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/**
 * Builds a spreadsheet in a web worker and saves it; `rowsHref` is the first slice of its rows, `href` the
 * server's own file, which takes over when there are too many rows for a browser; `noun` is what the rows
 * are, e.g. 'products'. Returns the cancel.
 */
export function downloadSheet(
  { rowsHref, href, noun }: { rowsHref: string; href: string; noun: string },
  tell: (progress: SheetProgress) => void,
): () => void {
  const worker = new Worker(new URL("./sheetWorker.ts", import.meta.url), { type: "module" });
  tell({ kind: "working", label: `Reading ${noun}`, value: 0, max: 0 });
  worker.addEventListener("message", ({ data: { progress, file, isTooLong } }: MessageEvent<SheetNews>) => {
    if (file) saveFile(new Blob([file.bytes], { type: sheetType }), file.name);
    if (isTooLong) window.location.assign(href);
    tell(progress);
    if (progress.kind !== "working") worker.terminate();
  });
  worker.addEventListener("error", () => {
    worker.terminate();
    window.location.assign(href);
    tell({ kind: "background", message: "This browser cannot build the file: the server does." });
  });
  worker.postMessage({ href: new URL(rowsHref, window.location.href).href, noun } satisfies SheetOrder);
  return () => worker.terminate();
}
