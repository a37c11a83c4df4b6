import pino from "pino";
import { test } from "vitest";
import { type Connection, connectPostgres } from "#database/connect.ts";
import { simulatedOutside } from "#platform/outside/simulated.ts";
import { newSeededPostgres } from "../../../tests/support/databases.ts";
import { idleFiles, idleFolder } from "../../../tests/support/ediFolders.ts";
import { promptReturns } from "../../../tests/support/returns.ts";
import { startJobs } from "./start.ts";

const throwIdle = (error: Error) => {
  throw error;
};

const startOn = (connection: Connection) =>
  startJobs(
    connection,
    simulatedOutside,
    {
      returns: promptReturns(connection.database),
      ediFolder: idleFolder,
      ediFileLimit: 1024,
      files: idleFiles,
    },
    pino({ level: "silent" }),
  );

test("four platforms that start at once on a new database all start", async () => {
  const url = await newSeededPostgres();
  const connections = Array.from({ length: 4 }, () => connectPostgres(url, throwIdle));
  try {
    const started = await Promise.all(connections.map(startOn));
    await Promise.all(started.map((jobs) => jobs.stop()));
  } finally {
    await Promise.all(connections.map((connection) => connection.close()));
  }
});
