import { z } from "zod";
import { type Fact, factsOf } from "#app/core/commands/command.ts";
import { formatDollars, formatUnits, plural, readJson, toText } from "#app/core/values/values.ts";
import { standOf } from "#app/domains/rules/compare.ts";
import type { EditedRule } from "#app/domains/rules/values.ts";
import type { CustomRule } from "#contract/rules.ts";
import { changeOf, endOf, type PriceKind, type PriceStep, priceKinds } from "./evaluate.ts";
import type { Judgement, Moved, UnitCount } from "./judge.ts";

/** Whether a rule changes products, now or from its start on. */
export const isLive = (rule: EditedRule, now: number) => rule.enabled && !rule.deleted && endOf(rule) > now;

const commandsOf = (rule: EditedRule): string => standOf({ ...rule, name: "" });

/** Whether a change makes a rule live, or changes what a live one does, as no new name does (rules#toggle-price). */
export const goesLive = (before: CustomRule | undefined, after: EditedRule, now: number): boolean =>
  isLive(after, now) &&
  (before === undefined || !isLive(before, now) || commandsOf(before) !== commandsOf(after));

/** What a person was shown and agreed to before a rule went live. Counts of products. */
const agreement = z.object({
  stand: z.string(),
  isEvery: z.boolean(),
  dearer: z.number(),
  free: z.number(),
  negative: z.number(),
  unclear: z.number(),
  isUnread: z.boolean(),
});
export type Agreement = z.output<typeof agreement>;

export function readAgreement(text: unknown): Agreement | undefined {
  return typeof text === "string" ? agreement.safeParse(readJson(text)).data : undefined;
}

/** The agreement to ask for; nothing is `found` if products, rules or attributes could not be read. */
export function toAgreement(stand: string, found: (NotRead & { judged: Judgement }) | undefined): Agreement {
  const { judged, unread = 0, isCut = false } = found ?? {};
  const most = (kind: PriceKind) =>
    judged ? Math.max(judged.moved[kind].products, judged.together[kind].products) : 0;
  return {
    stand,
    isEvery: judged?.isEvery ?? false,
    dearer: most("dearer"),
    free: most("free"),
    negative: most("negative"),
    unclear: (judged?.unclear.products ?? 0) + (judged?.momentsLeft ?? 0) + unread + (isCut ? 1 : 0),
    isUnread: judged === undefined,
  };
}

const worries = ["dearer", "free", "negative", "unclear"] as const;

export const isHarmless = (found: Agreement): boolean =>
  !found.isEvery && !found.isUnread && worries.every((worry) => found[worry] === 0);

/** Whether an agreement covers the current findings: the same rule, and nothing worse than was shown. */
export const covers = (agreed: Agreement | undefined, found: Agreement): boolean =>
  agreed !== undefined &&
  agreed.stand === found.stand &&
  (agreed.isEvery || !found.isEvery) &&
  (agreed.isUnread || !found.isUnread) &&
  worries.every((worry) => found[worry] <= agreed[worry]);

/** '214 products', '214 products, 1,012 variants'. */
export const unitsInWords = ({ products, variants }: UnitCount): string =>
  [plural(products, "product", "products"), variants > 0 ? plural(variants, "variant", "variants") : ""]
    .filter(Boolean)
    .join(", ");

/** 'from $123.98 to $198.36, $74.38 dearer'. */
export function stepInWords(step: Pick<PriceStep, "from" | "to">): string {
  if (step.from === undefined) return `from nothing to ${formatDollars(step.to)}`;
  const by = changeOf(step);
  const way = by > 0 ? "dearer" : "cheaper";
  return `from ${formatDollars(step.from)} to ${formatDollars(step.to)}, ${formatDollars(Math.abs(by))} ${way}`;
}

/** '11 products, 66 variants; most: CLK-1 · Boot, price, from $123.98 to $198.36, $74.38 dearer'; empty for none. */
function movedInWords(moved: Moved): string {
  if (moved.products === 0) return "";
  const { most } = moved;
  const example = most && `${most.name}, ${most.attribute}, ${stepInWords(most)}`;
  return [unitsInWords(moved), example && `most: ${example}`].filter(Boolean).join("; ");
}

const kindLabels: Record<PriceKind, string> = {
  negative: "Below $0",
  free: "Free",
  dearer: "Dearer",
  cheaper: "Cheaper",
};

const everyWords = (judged: Judgement): string =>
  judged.isEvery
    ? `Every product of the store (${formatUnits(judged.of.products)})`
    : `${formatUnits(judged.matched.products)} of ${plural(judged.of.products, "product", "products")}`;

/** Percent Discounts based on a field other than the one they set, if they raise prices. */
const raisingDiscounts = ({ actions }: EditedRule, { moved }: Judgement): string[] =>
  actions.flatMap((action) => {
    const [name, from] = [toText(action.attributeName), toText(action.percentOf)];
    const isRaising = action.type === "PercentDiscount" && name !== from && moved.dearer.attributes.has(name);
    return isRaising ? [`${toText(action.percentValue)} % off ${from} sets ${name}, and raises it`] : [];
  });

/** What was not read of a store: unreadable rows, and products beyond the limit. */
export type NotRead = { unread: number; isCut: boolean };

export function liveFacts(rule: EditedRule, judged: Judgement, { unread, isCut }: NotRead): Fact[] {
  const joined = priceKinds.filter(
    (kind) => kind !== "cheaper" && judged.together[kind].products > judged.moved[kind].products,
  );
  const { unclear, momentsLeft } = judged;
  const notJudged = [
    unclear.products > 0 ? `${unitsInWords(unclear)} (${unclear.words.join("; ")})` : "",
    unread > 0 ? `${plural(unread, "product", "products")} that could not be read` : "",
    isCut ? `the store's products beyond the first ${formatUnits(judged.of.products)}` : "",
    momentsLeft > 0
      ? `${plural(momentsLeft, "later moment", "later moments")} at which other rules begin or end`
      : "",
  ];
  return factsOf([
    ["Applies to", everyWords(judged)],
    ...priceKinds.map((kind) => [kindLabels[kind], movedInWords(judged.moved[kind])] as const),
    ["Discount that raises", raisingDiscounts(rule, judged).join("; ")],
    ...joined.map(
      (kind) => [`${kindLabels[kind]} with the other rules`, movedInWords(judged.together[kind])] as const,
    ),
    ["Not judged", notJudged.filter(Boolean).join("; ")],
  ]);
}

/** 'This rule makes 2 products free and makes 11 products dearer. It applies to every product of the store.' */
export function liveWarning(found: Agreement): string {
  const products = (count: number) => plural(count, "product", "products");
  const makes = [
    found.negative > 0 ? `takes ${products(found.negative)} below $0` : "",
    found.free > 0 ? `makes ${products(found.free)} free` : "",
    found.dearer > 0 ? `makes ${products(found.dearer)} dearer` : "",
  ].filter(Boolean);
  return [
    makes.length > 0 ? `This rule ${makes.join(" and ")}.` : "",
    found.isEvery ? "It applies to every product of the store." : "",
    found.isUnread ? "What it does to prices could not be reckoned." : "",
    found.unclear > 0 ? "A part of what it does could not be reckoned." : "",
  ]
    .filter(Boolean)
    .join(" ");
}
