import { needsLook, queueSummary } from "../labelStates.ts";
import { createBridge } from "./bridge.ts";
import { createConnection } from "./connection.ts";
import { needsForceRaw } from "./place.ts";
import { createPortal } from "./portal.ts";
import { createPrinting, type WorkstationPrinting } from "./printing.ts";
import type { PrintingOptions, QueueView } from "./types.ts";
import { BridgeHelp } from "./views/BridgeHelp.tsx";
import { PrinterPicker } from "./views/PrinterPicker.tsx";
import { PrintJournal, PrintQueue } from "./views/PrintQueue.tsx";
import { ScannedLabels } from "./views/ScannedLabels.tsx";

const views = { PrinterPicker, PrintQueue, PrintJournal, BridgeHelp, ScannedLabels };

/** Printing with its views, as the label page gets it once the code has loaded. */
export type LabelPrinting = WorkstationPrinting & { views: typeof views };

export type Island = Awaited<ReturnType<typeof start>>;

let island: Promise<Island> | undefined;

/**
 * Starts printing on this workstation, once for the life of the page: connection and queue survive
 * while the person visits other pages of the portal.
 */
export function startIsland(): Promise<Island> {
  island ??= start();
  return island;
}

async function start() {
  silenceLna();
  const { default: qz } = await import("qz-tray");
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
  const printing = createPrinting({ bridge, connection, portal, onChange: update });

  const listeners = new Set<() => void>();
  const away = createTitleBadge(document);
  let current: LabelPrinting = whole();
  function whole(): LabelPrinting {
    return { ...printing.view(), ...printing.actions, choosePrinter, views };
  }
  /** What a person chose counts for the very next scan: it is drawn at once. */
  function choosePrinter(name: string) {
    printing.actions.choosePrinter(name);
    draw();
  }
  // A label leaves before the page is drawn: a task of its own, which a hidden page's throttled timers don't delay.
  const drawing = new MessageChannel();
  let isDue = false;
  drawing.port1.onmessage = draw;
  function draw() {
    isDue = false;
    current = whole();
    away.show(current.queue, listeners.size > 0);
    for (const listener of listeners) listener();
  }
  function update() {
    if (!isDue) drawing.port2.postMessage(undefined);
    isDue = true;
  }

  window.addEventListener("pagehide", () => printing.leave());
  window.addEventListener("beforeunload", (event) => {
    if (current.queue.isRunning) event.preventDefault();
  });
  void connection.connect();

  return {
    /** The current state; the same object until something changes. */
    current: () => current,
    subscribe(listener: () => void) {
      listeners.add(listener);
      away.show(current.queue, true);
      return () => {
        listeners.delete(listener);
        printing.leaveStation();
        away.show(current.queue, listeners.size > 0);
      };
    },
    configure(options: PrintingOptions) {
      away.here();
      printing.configure(options);
    },
  };
}

// Chrome's names for the permission to access services on this computer, the newer one first.
const permissionNames = ["loopback-network", "local-network-access"];

/** Whether the browser denies the page access to services on this computer: otherwise it looks like 'not running'. */
async function isLocalNetworkDenied(): Promise<boolean> {
  for (const name of permissionNames) {
    try {
      // TypeScript's list has neither name.
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      return state === "denied";
    } catch (problem) {
      // A browser without this permission rejects its name.
      if (!(problem instanceof TypeError)) throw problem;
    }
  }
  return false;
}

/** The client looks for an optional helper and logs an error to the console if there is none. */
function silenceLna(): void {
  if ("lna" in window) return;
  const detectLna = <T>(address: string, connect: (address: string) => Promise<T>) => connect(address);
  Object.assign(window, { lna: { detectLna, LnaError: class extends Error {} } });
}

/** Print progress for other pages of the portal; undefined when there is nothing to show. */
export function awayText({
  entries,
  isRunning,
  paused,
}: QueueView): { words: string; isTrouble: boolean } | undefined {
  const isTrouble =
    paused !== undefined || entries.some((entry) => needsLook(entry) || entry.hold !== undefined);
  if (!isRunning && !isTrouble) return undefined;
  return {
    words: paused === undefined ? queueSummary(entries) : `${queueSummary(entries)} ${paused}`,
    isTrouble,
  };
}

const awayLook =
  "fixed bottom-3 right-3 z-30 max-w-[min(24rem,calc(100vw-1.5rem))] rounded-lg border-l-4 border-l-tone bg-surface px-3 py-2 text-ink underline shadow-raised";

/**
 * Shows print progress on other pages of the portal with a link back (labels#away). Inserted into
 * the document from here, so that pages that never print don't load it.
 */
function createTitleBadge(page: Document) {
  let place = "";
  const around = page.createElement("div");
  const link = page.createElement("a");
  around.append(link);
  return {
    /** The current page is the printing page and shows its labels itself. */
    here() {
      place = page.location.pathname;
    },
    /** Shows the queue, or nothing if `isHere`. */
    show(queue: QueueView, isHere: boolean) {
      // The address changes as the person types; while navigating it already belongs to the next page.
      const { pathname, search } = page.location;
      if (isHere && pathname === place) link.href = pathname + search;
      const notice = isHere ? undefined : awayText(queue);
      if (!notice) return around.remove();
      around.className = `${awayLook} tone-${notice.isTrouble ? "attention" : "background"}`;
      // Only errors are announced: a hundred announcements would drown them.
      if (notice.isTrouble) around.setAttribute("role", "alert");
      else around.removeAttribute("role");
      const text = `Print Label: ${notice.words}`;
      if (link.textContent !== text) link.textContent = text;
      if (!around.isConnected) page.body.append(around);
    },
  };
}
