import type pg from "pg";
import { withName } from "./statements.ts";

/** Makes each call of a database: to count it, to let it wait, or to refuse it. */
export type Watch = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * A connection whose queries `watch` makes. If it gave one up before its answer, nobody knows what the connection is at:
 * then it is closed when it is released, and its transaction with it.
 */
function watchedClient(client: pg.PoolClient, watch: Watch): pg.PoolClient {
  let isKnown = true;
  const query = async (...given: unknown[]) => {
    let isAnswered = false;
    try {
      return await watch(async () => {
        try {
          return await Reflect.apply(client.query, client, withName(given));
        } finally {
          isAnswered = true;
        }
      });
    } finally {
      isKnown &&= isAnswered;
    }
  };
  return new Proxy(client, {
    get(target, name) {
      if (name === "query") return query;
      if (name === "release") return (broken?: Error | boolean) => target.release(broken ?? !isKnown);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function connectWatched(pool: pg.Pool, watch: Watch): Promise<pg.PoolClient> {
  let connecting: Promise<pg.PoolClient> | undefined;
  try {
    const client = await watch(() => {
      connecting = pool.connect();
      return connecting;
    });
    return watchedClient(client, watch);
  } catch (problem) {
    // A connection that nobody waits for any more goes back.
    connecting?.then(
      (client) => client.release(),
      () => undefined,
    );
    throw problem;
  }
}

/** The pool, with every call of promises made by `watch`; its connections parse each query once. */
export const watchPool = (pool: pg.Pool, watch: Watch): pg.Pool =>
  new Proxy(pool, {
    get(target, name) {
      if (name === "query")
        return (...given: unknown[]) => watch(() => Reflect.apply(target.query, target, withName(given)));
      if (name === "connect") return () => connectWatched(target, watch);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
