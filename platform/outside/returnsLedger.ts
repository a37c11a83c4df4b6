import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#platform/database/connect.ts";
import { outsideEffects } from "#platform/database/schema/exos.ts";
import type { ReturnReply, ReturnsOutside } from "./returns.ts";
import { simulatedReply } from "./simulatedReturns.ts";

const doneReply = z.object({
  kind: z.literal("done"),
  facts: z.record(z.string(), z.string()),
  message: z.string(),
});

/**
 * The simulated companies, with a stored ledger: work under a key is recorded before the reply, and a repeated key gets
 * the first reply. `pace` is in milliseconds.
 */
export function simulatedReturns(database: Database, pace: number): ReturnsOutside {
  return {
    async ask(request): Promise<ReturnReply> {
      const reply = simulatedReply(request, pace);
      if (reply.kind !== "done") return reply;
      const { key, company, exoId, job, at } = request;
      const [entry] = await database
        .insert(outsideEffects)
        .values({ key, company, exoId, job, reply, asked: 1, createdAt: at })
        .onConflictDoUpdate({
          target: outsideEffects.key,
          set: { asked: sql`${outsideEffects.asked} + 1` },
        })
        .returning({ reply: outsideEffects.reply });
      return doneReply.parse(entry?.reply);
    },
    async label(facts, script) {
      // A carrier that replies with something other than a document.
      if (script === "unstorable") return new TextEncoder().encode("<html>Service unavailable</html>");
      const { drawLabel } = await import("./label.ts");
      return drawLabel(facts);
    },
  };
}
