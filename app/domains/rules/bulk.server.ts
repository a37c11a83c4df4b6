import { z } from "zod";
import type { BulkKind, BulkPlace, BulkRow } from "#app/bulk/kind.server.ts";
import type { WayBack } from "#app/bulk/rows.ts";
import { bulkRow } from "#app/confirm/bulk.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { listRules, type RulesOf } from "./api.server.ts";
import { ruleCommand } from "./command.server.ts";
import { toRuleList } from "./list.ts";
import { restoreRulePath, ruleSearch, rulesPath } from "./paths.ts";
import { seenOf } from "./seen.server.ts";
import { undoHrefOf } from "./undo.server.ts";

/** What is done to a rule: its switch one way or the other, or its end. */
function typedFor(action: string, seen: string | undefined): FormData | undefined {
  const form = new FormData();
  if (action === "enable") form.set("enabled", "1");
  else if (action === "disable") form.set("enabled", "0");
  else if (action !== "delete") return undefined;
  const read = readLooked(seen);
  if (read.seen !== undefined) form.set("seen", read.seen);
  if (read.agreed !== undefined) form.set("agreed", read.agreed);
  return form;
}

/** How a rule stood when it was looked at, and what was shown of its going live. */
const looked = z.object({ seen: z.string(), agreed: z.string().optional() });

/** What a review wrote down of a rule; nothing while it is looked at. */
function readLooked(text: string | undefined): Partial<z.output<typeof looked>> {
  return text === undefined ? {} : looked.parse(JSON.parse(text));
}

const noSuchAction: BulkRow = {
  href: "",
  look: async () => ({ can: false, name: "", facts: [], why: "There is no such action." }),
  run: async () => ({ is: "refused", why: "There is no such action." }),
};

/** So long, in seconds, may the change of one rule keep the next one waiting. */
const turnSeconds = 30;

/** One change of a store's rules after the other: each is judged beside what the one before it left (rules#several-rules). */
const inTurn = <T>({ store }: RulesOf, work: () => Promise<T>): Promise<T> =>
  records.withLock(`rules-run:${store.storeAlias}`, turnSeconds, work);

/** Where what a run did to a rule is taken back (rules#undo). */
async function wayBack(of: RulesOf, id: string, to: "delete" | "toggle"): Promise<WayBack | undefined> {
  if (to === "delete") {
    return { label: "Restore", href: restoreRulePath(of.store.storeAlias, of.filter, id) };
  }
  const href = await undoHrefOf(of, id);
  return href === undefined ? undefined : { label: "Undo", href };
}

function placeOf(of: RulesOf): BulkPlace {
  const { user, store, filter } = of;
  const { storeAlias, storeType } = store;
  let rules: ReturnType<typeof listRules> | undefined;
  // A review asks for the list once, and not for each of its rules.
  const readOnce = () => {
    rules ??= listRules(user, store);
    return rules;
  };
  return {
    user,
    listHref: rulesPath(storeAlias, filter),
    title: "Custom Rules",
    async page() {
      const { rows } = toRuleList(await readOnce(), filter, { storeType, now: Date.now(), seenOf });
      return { ids: rows.flatMap((one) => ("row" in one ? [one.row.id] : [])), hasNext: false };
    },
    row(id, action, _words, seen) {
      const form = typedFor(action, seen);
      if (!form) return noSuchAction;
      const to = action === "delete" ? "delete" : "toggle";
      const as = (looking: Parameters<typeof ruleCommand>[4]) =>
        bulkRow(ruleCommand(of, id, to, form, looking), id, ({ question, slot }) => ({
          label: question.yes,
          seen: JSON.stringify({ seen: slot.seen, agreed: slot.live?.agreed } satisfies z.output<
            typeof looked
          >),
        }));
      // A review shows all there is to ask, row by row; what was shown there is agreed to by running it.
      const { href, run } = as({});
      return {
        href,
        look: as({ list: readOnce, isShown: true }).look,
        run: (token) =>
          inTurn(of, async () => {
            const result = await run(token);
            return result.is === "done" ? { ...result, back: await wayBack(of, id, to) } : result;
          }),
      };
    },
  };
}

/** A store's rules, of which several can be switched or deleted at once. */
export const rulesInBulk: BulkKind = {
  key: "rules",
  one: "rule",
  many: "rules",
  async open({ request, params }, list) {
    const { user, store } = await requireStorePage(request, params.alias, "customrules");
    return placeOf({ user, store, filter: ruleSearch.read(list) });
  },
};
