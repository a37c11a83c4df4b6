import type { JournalStorage } from "./journal.ts";

// Chrome's names for the permission to reach the computer's own services, the newer one first.
const permissionNames = ["loopback-network", "local-network-access"];

/** Whether this browser was told to keep the page from the computer's own services: that looks like 'not running'. */
export async function isLocalNetworkDenied(): Promise<boolean> {
  for (const name of permissionNames) {
    try {
      // TypeScript's list of names has neither.
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      return state === "denied";
    } catch (problem) {
      // A browser without this permission does not know its name.
      if (!(problem instanceof TypeError)) throw problem;
    }
  }
  return false;
}

/** Whether the workstation's print queues take raw commands only when forced to: on Linux and macOS. */
export const needsForceRaw = (userAgent: string): boolean =>
  /Linux|Macintosh|Mac OS X/.test(userAgent) && !isHandheld(userAgent);

/** Whether this is a phone or a tablet: print services run on computers only. */
export const isHandheld = (userAgent: string): boolean => /Android|iPhone|iPad|iPod/.test(userAgent);

/** The browser's storage; where it is switched off, one that keeps nothing and says so. */
export function journalStorage(): JournalStorage {
  try {
    return window.localStorage;
  } catch (problem) {
    return {
      getItem: () => null,
      setItem() {
        throw problem;
      },
    };
  }
}

const runLock = "label-run-";

/**
 * Gives this page load a name, and keeps a lock of that name for as long as the page lives, so that other tabs
 * know which labels of the journal are still on their way.
 */
export function startRun(): string {
  const run = newId();
  navigator.locks?.request(runLock + run, () => new Promise(() => undefined)).catch(() => undefined);
  return run;
}

/** The page loads that live in this browser. */
export async function livingRuns(): Promise<Set<string>> {
  const held = (await navigator.locks?.query())?.held ?? [];
  return new Set(held.flatMap(({ name }) => (name?.startsWith(runLock) ? [name.slice(runLock.length)] : [])));
}

/** A short name that no other label or page load has. `crypto.randomUUID` is for secure pages only. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte % 36).toString(36)).join("");
