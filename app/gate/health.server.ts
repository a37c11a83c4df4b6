import { randomUUID } from "node:crypto";
import { z } from "zod";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import type { Records } from "#app/records/records.server.ts";

const timeoutMs = 2_000;
/** An answer serves so long: nobody can make the API busy by asking. */
const goodForMs = 1_000;

/** Whether the API answers, whatever it says to somebody without a token. */
async function apiAnswers(): Promise<boolean> {
  const answer = await fetch(`${env.PORTAL_API_URL}/api/extensions`, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: "manual",
  });
  await answer.body?.cancel();
  return answer.status < 500;
}

async function storeAnswers(records: Records): Promise<boolean> {
  const key = `ready:${randomUUID()}`;
  await records.set(key, "ready", 10);
  return (await records.take(key, z.string())) === "ready";
}

/** Whether the portal can work: its record store and the API answer. Asked often, it looks once a second. */
export function createReadiness(records: Records) {
  let looked: { at: number; ready: Promise<boolean> } | undefined;
  async function look(): Promise<boolean> {
    try {
      const answers = await Promise.all([storeAnswers(records), apiAnswers()]);
      return answers.every(Boolean);
    } catch (problem) {
      log.warn({ problem: problem instanceof Error ? problem.message : String(problem) }, "not ready");
      return false;
    }
  }
  return (): Promise<boolean> => {
    const now = Date.now();
    if (looked === undefined || now - looked.at > goodForMs) looked = { at: now, ready: look() };
    return looked.ready;
  };
}
