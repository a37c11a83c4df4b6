import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { type InboundBytes, readings } from "./inbound.ts";

const { what, bytes }: { what: keyof typeof readings; bytes: InboundBytes } = workerData;

// Calls go first. Only on Linux a thread has a priority of its own.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

// A failure ends this thread, and the reading.
void readings[what](bytes).then((read) => parentPort?.postMessage(read));
