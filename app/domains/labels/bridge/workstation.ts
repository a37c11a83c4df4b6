import { newId } from "../scans.ts";
import type { JournalStorage } from "./journal.ts";

// Chrome's names for the permission to access services on this computer, the newer one first.
const permissionNames = ["loopback-network", "local-network-access"];

/** Whether the browser denies the page access to services on this computer: otherwise it looks like 'not running'. */
export async function isLocalNetworkDenied(): Promise<boolean> {
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

/** Whether the workstation's print queues take raw commands only when forced: on Linux and macOS. */
export const needsForceRaw = (userAgent: string): boolean =>
  /Linux|Macintosh|Mac OS X/.test(userAgent) && !isHandheld(userAgent);

/** Whether this is a phone or tablet: print services run on computers only. */
export const isHandheld = (userAgent: string): boolean => /Android|iPhone|iPad|iPod/.test(userAgent);

/** The browser's storage; where it is disabled, one that stores nothing and reports it. */
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
 * Gives this page load an ID and holds a lock of that name for the life of the page, so that other
 * tabs know which journal labels are still being sent.
 */
export function startRun(): string {
  const run = newId();
  navigator.locks?.request(runLock + run, () => new Promise(() => undefined)).catch(() => undefined);
  return run;
}

/** IDs of the page loads still open in this browser. */
export async function livingRuns(): Promise<Set<string>> {
  const held = (await navigator.locks?.query())?.held ?? [];
  return new Set(held.flatMap(({ name }) => (name?.startsWith(runLock) ? [name.slice(runLock.length)] : [])));
}
