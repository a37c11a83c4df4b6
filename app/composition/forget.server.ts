import { userInfo } from "node:os";
import { z } from "zod";
import { spool, trail, withSpool } from "#app/core/audit/audit.server.ts";
import type { AuditEntry, AuditFact } from "#app/core/audit/trail.server.ts";
import { forgetInDrafts } from "#app/core/http/drafts.server.ts";
import { entriesOf } from "#app/core/search/search.ts";
import { creditLedger } from "#app/domains/exos/creditLedger.server.ts";
import { portalNotes } from "#app/features/notes/notes.server.ts";
import { views } from "#app/features/views/views.server.ts";
import { personFinder, personNames } from "#contract/personNames.ts";

/** A customer, as the platform knows them. */
export const customer = z.object({
  orders: z.array(z.string()),
  returns: z.array(z.string()),
  names: personNames,
});
type Customer = z.output<typeof customer>;

/** How much of each kind names the customer, or is about their records. */
export type Forgotten = { notes: number; credits: number; views: number; drafts: number; lines: number };

const words = "[forgotten]";

/** A line of the trail without the texts that name somebody; undefined where none does. */
function erasedLine<Line extends AuditFact>(
  entry: Line,
  names: (text: string, isTheirs: boolean) => boolean,
  ids: readonly string[],
): Line | undefined {
  const isTheirs = ids.some((id) => entry.href.split(/[/?#]/).includes(encodeURIComponent(id)));
  const clean = (text: string) => (names(text, isTheirs) ? words : text);
  const next = {
    ...entry,
    did: clean(entry.did),
    record: clean(entry.record),
    why: clean(entry.why),
    href: entriesOf(entry.href).some(([, value]) => names(value, isTheirs)) ? "" : entry.href,
  };
  const isSame = (["did", "record", "why", "href"] as const).every((field) => next[field] === entry[field]);
  return isSame ? undefined : next;
}

/**
 * The portal's part of forgetting a customer (privacy#portal): notes on their records, the customer of their credits,
 * views and unsent forms that name them, and texts of the audit trail, which says in a line of its own that it was done;
 * also of lines that wait on this machine to be written.
 * Only counts what there is unless `isMeant`.
 */
export async function forgetInPortal(
  { orders, returns, names }: Customer,
  isMeant: boolean,
): Promise<Forgotten> {
  const find = personFinder(names);
  const anywhere = (text: string) => find(text);
  const inTheirs = (text: string) => find(text, true);
  const subjects = new Set<string>();
  const ids = [...orders, ...returns];
  // Before the trail is read: a line that waits no longer is in it.
  const late = await withSpool(async () => {
    let count = 0;
    for await (const { fact, replace } of spool.all()) {
      if (fact.subject !== "") subjects.add(fact.subject);
      const next = erasedLine(fact, find, ids);
      if (!next) continue;
      count += 1;
      if (isMeant) await replace(next);
    }
    return count;
  });
  const lines: AuditEntry[] = [];
  for await (const entry of trail.all()) {
    if (entry.subject !== "") subjects.add(entry.subject);
    const next = erasedLine(entry, find, ids);
    if (next) lines.push(next);
  }
  const everybody = [...subjects];
  const found = {
    notes: await portalNotes.forget(
      [
        ...orders.map((id) => ({ kind: "order", store: "", id }) as const),
        ...returns.map((id) => ({ kind: "return", store: "", id }) as const),
      ],
      isMeant,
    ),
    credits: await creditLedger.forget(returns, inTheirs, isMeant),
    views: await views.forget(anywhere, isMeant),
    drafts: await forgetInDrafts(everybody, anywhere, isMeant),
    lines: lines.length + late,
  };
  if (isMeant)
    await trail.erase(
      {
        at: Date.now(),
        subject: "",
        name: `${userInfo().username}, at the machine`,
        kind: "action",
        did: `Forgot a customer: ${orders.length} orders, ${returns.length} returns, notes of ${found.notes}`,
        record: "",
        href: "",
        outcome: "done",
        why: "",
        address: "",
        correlationId: "",
      },
      lines,
    );
  return found;
}
