import "./views/bridge.css";
import { newId } from "../scans.ts";
import { createBridge } from "./bridge.ts";
import { createConnection } from "./connection.ts";
import { createJournal } from "./journal.ts";
import { createPortal, readPrices, tellOfPrinted } from "./portal.ts";
import { createPrinting, type WorkstationPrinting } from "./printing.ts";
import { createTitleBadge } from "./titleBadge.ts";
import type { PrintingOptions } from "./types.ts";
import { BridgeHelp } from "./views/BridgeHelp.tsx";
import { PrinterPicker } from "./views/PrinterPicker.tsx";
import { JournalNotices, PrintJournal } from "./views/PrintJournal.tsx";
import { PrintQueue } from "./views/PrintQueue.tsx";
import { ScannedLabels } from "./views/ScannedLabels.tsx";
import { isLocalNetworkDenied, journalStorage, livingRuns, needsForceRaw, startRun } from "./workstation.ts";

const views = { PrinterPicker, PrintQueue, PrintJournal, JournalNotices, BridgeHelp, ScannedLabels };

/** Printing with its views, as the label page gets it once the code has loaded. */
export type LabelPrinting = WorkstationPrinting & { views: typeof views };

export type Island = {
  /** The current state; the same object until something changes. */
  current: () => LabelPrinting;
  subscribe: (listener: () => void) => () => void;
  configure: (options: PrintingOptions) => void;
};

let island: Promise<Island> | undefined;

/**
 * Starts printing on this workstation, once for the life of the page: connection and queue survive
 * while the person visits other pages of the portal.
 */
export function startIsland(): Promise<Island> {
  island ??= start();
  return island;
}

async function start(): Promise<Island> {
  silenceLna();
  const [{ default: qz }, livingBefore] = await Promise.all([import("qz-tray"), livingRuns()]);
  const run = startRun();
  const journal = createJournal(journalStorage());
  journal.recover((other) => livingBefore.has(other), Date.now());

  const portal = createPortal((input, init) => fetch(input, init));
  const bridge = createBridge(qz, portal, {
    Socket: WebSocket,
    forceRaw: needsForceRaw(navigator.userAgent),
    onClosed: () => connection.closed(),
    onAsks: (asks) => connection.asks(asks),
    onQueue: (event) => printing.heard(event),
  });
  const connection = createConnection({
    bridge,
    isDenied: isLocalNetworkDenied,
    onState: () => printing.changed(),
    onReady: () => void printing.readPrinters(),
  });
  const printing = createPrinting({
    bridge,
    connection,
    journal,
    run,
    newId,
    now: Date.now,
    onChange: update,
    reportPrinted: tellOfPrinted,
    readPrices,
  });

  const listeners = new Set<() => void>();
  const away = createTitleBadge(document);
  let current: LabelPrinting = whole();
  function whole(): LabelPrinting {
    return { ...printing.view(), ...printing.actions, views };
  }
  function update() {
    current = whole();
    away.show(current.queue, listeners.size > 0);
    for (const listener of listeners) listener();
  }

  window.addEventListener("storage", update);
  window.addEventListener("beforeunload", (event) => {
    if (current.queue.isRunning) event.preventDefault();
  });
  void connection.connect();

  return {
    current: () => current,
    subscribe(listener) {
      listeners.add(listener);
      away.show(current.queue, true);
      return () => {
        listeners.delete(listener);
        away.show(current.queue, listeners.size > 0);
      };
    },
    configure(options) {
      away.here();
      printing.configure(options);
    },
  };
}

/** The client looks for an optional helper and logs an error to the console if there is none. */
function silenceLna(): void {
  if ("lna" in window) return;
  const detectLna = <T>(address: string, connect: (address: string) => Promise<T>) => connect(address);
  Object.assign(window, { lna: { detectLna, LnaError: class extends Error {} } });
}
