import { connectPglite, connectPostgres, type Database } from "#platform/database/connect.ts";

/** The database of a process that crashes at some of its transactions, which are counted from 1. */
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

/** The database of a process that a test kills: a PostgreSQL URL, or a folder for PGlite. */
export const openPlace = async (where: string) =>
  where.startsWith("postgres:")
    ? connectPostgres(where, (error) => {
        throw error;
      })
    : connectPglite(where);
