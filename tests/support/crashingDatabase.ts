import { connectPglite, connectPostgres, type Database } from "#database/connect.ts";

/** A database that crashes at some of its transactions, counted from 1. */
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

/** A PostgreSQL URL, or a folder for PGlite. */
export const openPlace = async (where: string) =>
  where.startsWith("postgres:")
    ? connectPostgres(where, (error) => {
        throw error;
      })
    : connectPglite(where);
