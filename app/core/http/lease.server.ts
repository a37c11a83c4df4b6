import { AsyncLocalStorage } from "node:async_hooks";

/** Thrown by work that was so late that another process has taken it over. */
export class LeaseLost extends Error {
  constructor() {
    super("This work was late, and another process has taken it over");
  }
}

/** `isLate` when another process may take over the work; `renew` throws LeaseLost if one has. */
export type Lease = { isLate(): boolean; renew(): Promise<void> };

const leases = new AsyncLocalStorage<Lease>();

/** Runs work that writes only while no other process may have taken it over. */
export const runLeased = <T>(lease: Lease, work: () => Promise<T>): Promise<T> => leases.run(lease, work);

/** To be called before each write, here or elsewhere. Throws LeaseLost. */
export async function requireLease(): Promise<void> {
  const lease = leases.getStore();
  if (lease?.isLate()) await leases.exit(() => lease.renew());
}
