import type { Database } from "#platform/database/connect.ts";

/** The database to a process that dies at some of its transactions, which are counted from 1. */
export function crashingDatabase(database: Database, dies: (transaction: number) => boolean): Database {
  let transactions = 0;
  return Object.create(database, {
    transaction: {
      value: (...words: Parameters<Database["transaction"]>) => {
        transactions += 1;
        return dies(transactions)
          ? Promise.reject(new Error("The process died"))
          : database.transaction(...words);
      },
    },
  });
}
