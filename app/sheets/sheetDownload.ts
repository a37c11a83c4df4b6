import { saveFile } from "#app/http/downloadFile.ts";
import type { SheetNews, SheetOrder } from "./sheetWorker.ts";

export type SheetProgress =
  | { kind: "working"; label: string; value: number; max: number }
  | { kind: "ok" | "background" | "attention"; message: string };

const count = new Intl.NumberFormat("en-AU");

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
  worker.addEventListener("message", ({ data: news }: MessageEvent<SheetNews>) => {
    switch (news.kind) {
      case "reading":
        tell({
          kind: "working",
          label: `Reading ${noun}: ${count.format(news.records)}`,
          value: 0,
          max: 0,
        });
        return;
      case "building":
        tell({
          kind: "working",
          label: `Building the file: ${count.format(news.rows)} of ${count.format(news.total)} rows`,
          value: news.rows,
          max: news.total,
        });
        return;
      case "done":
        saveFile(new Blob([news.file], { type: sheetType }), news.fileName);
        tell({ kind: "ok", message: `Saved ${news.fileName}` });
        break;
      case "too-many":
        window.location.assign(href);
        tell({
          kind: "background",
          message: `More than ${count.format(news.limit)} ${noun}: the server builds this file.`,
        });
        break;
      case "failed":
        tell({ kind: "attention", message: news.message });
        break;
    }
    worker.terminate();
  });
  worker.addEventListener("error", () => {
    worker.terminate();
    window.location.assign(href);
    tell({ kind: "background", message: "This browser cannot build the file: the server does." });
  });
  worker.postMessage({ href: new URL(rowsHref, window.location.href).href } satisfies SheetOrder);
  return () => worker.terminate();
}
