import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import { type PictureNews, pictureOrder } from "./pictureMessages.ts";

// Its ES module is in a package marked as CommonJS: older versions of Node can't import it.
const { ready }: typeof import("zpl-renderer-js") = createRequire(import.meta.url)("zpl-renderer-js");

const port = parentPort;
if (!port) throw new Error("Labels are drawn in a worker thread");
const tell = (news: PictureNews, transfer: ArrayBuffer[] = []) => port.postMessage(news, transfer);

async function draw(message: unknown): Promise<void> {
  const { zpl, widthMm, heightMm, dotsPerMm } = pictureOrder.parse(message);
  const { api } = await ready;
  // The renderer rejects an empty label: an empty field makes it draw blank paper.
  const paper = zpl.replace("^XA", "^XA^FO0,0^FD ^FS");
  const drawn = await api.zplToBase64Async(paper, widthMm, heightMm, dotsPerMm);
  const png = Uint8Array.from(Buffer.from(drawn, "base64"));
  tell({ png }, [png.buffer]);
}

port.on("message", (message: unknown) => {
  draw(message).catch((reason: unknown) =>
    tell({ failed: reason instanceof Error ? reason.message : String(reason) }),
  );
});
