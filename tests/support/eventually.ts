import { vi } from "vitest";
import { patience } from "#scripts/patience.mjs";

/** Repeats a check until it passes, and resolves to its result. Only a hang reaches its limit. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: patience(60_000), interval: 30 });
