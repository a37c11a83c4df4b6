import { z } from "zod";
import { audit } from "#app/core/audit/audit.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { handleOf, type SignedInPerson } from "#app/core/auth/sessionStore.server.ts";
import type { BulkPlace, BulkRow } from "#app/core/commands/bulkKind.server.ts";
import { hashOf, tokens } from "#app/core/http/once.server.ts";
import { handOverAction } from "#app/core/records/listPaths.ts";
import type { RecordRef } from "#app/core/records/record.ts";
import type { RecordReader } from "#app/core/records/recordReader.server.ts";
import type { Changed } from "#app/features/notes/ledger.server.ts";
import { doerOf, portalNotes } from "#app/features/notes/notes.server.ts";
import { colleaguesOf } from "#app/features/work/queues.server.ts";

/** A record as notes know it. */
export type NotedRecord = { ref: RecordRef; kind: RecordReader };

/** Hands a record over to a colleague, and says so in the audit trail. `from`: who else may have it. */
export async function handOver(
  user: User,
  { ref, kind }: NotedRecord,
  name: string,
  to: SignedInPerson,
  note: { id: string; text: string },
  from: string,
): Promise<Changed> {
  const called = `${kind.noun} ${name}`;
  const href = kind.href(ref);
  const receiver = { subject: to.subject, by: to.name };
  const changed = await portalNotes.handOver(ref, doerOf(user), receiver, note, { name: called, href }, from);
  if (changed.is === "done")
    await audit({ kind: "action", did: `Handed over to ${to.name}`, record: called, href, outcome: "done" });
  return changed;
}

/** How a record stood when it was looked at: what people call it, and who had it. */
const looked = z.object({ name: z.string(), holderSubject: z.string() });

/** The records of a list, which can be handed over as well (queue#hand-over-list): as rows of a run, with its note. */
export function withHandOver(place: BulkPlace, recordOf: (id: string) => NotedRecord): BulkPlace {
  const { user } = place;
  let people: Promise<SignedInPerson[]> | undefined;
  const colleagues = (ref: RecordRef) => {
    people ??= colleaguesOf(user, ref);
    return people;
  };

  function rowOf(id: string, handle: string, words: string, seen: string | undefined): BulkRow {
    const record = recordOf(id);
    const { ref } = record;
    const own = place.row(id, handOverAction, "");
    return {
      href: own.href,
      follow: async () => undefined,
      async look() {
        const [{ name, facts }, { holder, turns }, all] = await Promise.all([
          own.look(),
          portalNotes.read(ref),
          colleagues(ref),
        ]);
        const about = { name, facts };
        if (facts.length === 0) return { ...about, can: false, why: "It could not be read." };
        if (all.length === 0)
          return { ...about, can: false, why: "No colleague who may act on it has signed in lately." };
        const isAnothers = holder && holder.subject !== user.subject;
        return {
          ...about,
          can: true,
          label: "Hand over",
          isFinal: false,
          token: tokens.makeFor(user, ["hand over", ref, turns]),
          earlier: isAnothers ? { what: "Taken", at: holder.at, by: holder.by } : undefined,
          seen: JSON.stringify({ name, holderSubject: holder?.subject ?? "" } satisfies z.output<
            typeof looked
          >),
          words: { label: "Note", isRequired: false },
          to: all.map(({ subject, name }) => ({ value: handleOf(subject), label: name })),
        };
      },
      async run(token) {
        const to = (await colleagues(ref)).find(({ subject }) => handleOf(subject) === handle);
        if (!to || seen === undefined) return { is: "refused", why: "Nobody to hand it over to any more." };
        const { name, holderSubject } = looked.parse(JSON.parse(seen));
        const text = words.trim();
        const changed = await handOver(
          user,
          record,
          name,
          to,
          { id: hashOf([token, to.subject, text]), text },
          holderSubject,
        );
        if (changed.is === "refused") {
          const refusal = changed.holder && `already with ${changed.holder}`;
          return { is: "refused", why: changed.words, said: refusal };
        }
        if (changed.is === "same") return { is: "alreadyDone", said: `already with ${to.name}` };
        return { is: "done", at: new Date().toISOString(), repeated: false, said: `handed to ${to.name}` };
      },
    };
  }

  return {
    ...place,
    row(id, action, words, seen, address) {
      const [name, handle = ""] = action.split(":", 2);
      return name === handOverAction
        ? rowOf(id, handle, words, seen)
        : place.row(id, action, words, seen, address);
    },
  };
}
