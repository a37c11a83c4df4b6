import { Duplex } from "node:stream";
import type { Worker } from "node:worker_threads";

/** AuthenticationOk, and ReadyForQuery outside a transaction. */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
/** Terminate: the client's last message. */
const terminate = 0x58;

type Written = { chunk: Uint8Array };

/** Bytes with a buffer of their own, so that they can be transferred to another thread. */
function joined(written: readonly Written[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(written.reduce((length, { chunk }) => length + chunk.length, 0));
  let at = 0;
  for (const { chunk } of written) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** A PostgreSQL connection to a PGlite in a worker thread. */
export class PgliteSocket extends Duplex {
  private isWelcomed = false;
  private worker: Worker | undefined;
  private readonly hear = (reply: Uint8Array) => this.push(Buffer.from(reply.buffer));

  constructor(private readonly open: () => Promise<Worker>) {
    super();
  }

  /** The network socket methods that a client calls. */
  connect(): void {
    this.open().then(
      (worker) => {
        this.worker = worker.on("message", this.hear);
        this.emit("connect");
      },
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {
    // Replies are pushed as they arrive.
  }

  override _writev(written: Written[], callback: () => void): void {
    this.send(joined(written));
    callback();
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, callback: () => void): void {
    this.send(joined([{ chunk }]));
    callback();
  }

  private send(bytes: Uint8Array<ArrayBuffer>): void {
    // PGlite has one user, who needs no sign-in.
    if (!this.isWelcomed) {
      this.isWelcomed = true;
      this.push(welcome);
    } else if (bytes[0] !== terminate) this.worker?.postMessage(bytes, [bytes.buffer]);
  }

  override _final(callback: () => void): void {
    this.push(null);
    callback();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.worker?.off("message", this.hear);
    callback(error);
  }
}
