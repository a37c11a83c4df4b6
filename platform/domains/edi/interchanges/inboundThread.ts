import { parentPort, workerData } from "node:worker_threads";
import { type InboundBytes, readings } from "./inbound.ts";

const { what, bytes }: { what: keyof typeof readings; bytes: InboundBytes } = workerData;

// A failure ends this thread, and the reading.
void readings[what](bytes).then((read) => parentPort?.postMessage(read));
