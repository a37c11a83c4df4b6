import { ruleFormAt, saveAgreed } from "../support/ruleForms.ts";
import { startPlatformStack } from "../support/stack.ts";
import { atMost, type Line, median } from "./table.ts";

const list = "/store/CLK/customrules";
const highest = 2_000;
/** With the seed's four, fifty. */
const added = 46;

/** An enabled rule that lowers some prices slightly, in a period of its own, so that rules combine on a price. */
const ruleOf = (index: number): Record<string, string> => ({
  name: `Bench ${index}`,
  priority: String(index),
  enabled: "on",
  startDate: index % 2 === 0 ? "" : "2030-01-01",
  startTime: "00:00",
  "groups[0].origin": "",
  "groups[0].logicalOperator": "And",
  "groups[0].conditions[0].origin": "",
  "groups[0].conditions[0].attribute": "rrpPrice",
  "groups[0].conditions[0].comparator": "GreaterThan",
  "groups[0].conditions[0].operand": String(40 + index),
  "groups[0].conditions[1].origin": "",
  "groups[0].conditions[1].attribute": "name",
  "groups[0].conditions[1].comparator": "Contains",
  "groups[0].conditions[1].operand": "o",
  "actions[0].origin": "",
  "actions[0].type": "PercentDiscount",
  "actions[0].attribute": "price",
  "actions[0].newValue": "",
  "actions[0].originalValue": "",
  "actions[0].percentOf": "price",
  "actions[0].percentValue": "1",
});

/** The preview of a rule among fifty, on all 1,180 products of a store: the first of a session, and later ones. */
export async function measureRulePreview({ quick }: { quick: boolean }): Promise<Line[]> {
  const stack = await startPlatformStack({ LOG_LEVEL: "warn", PLATFORM_SEED: "demo" });
  try {
    const maker = await stack.signedIn("merch");
    for (let index = 0; index < added; index += 1) {
      const form = { ...(await ruleFormAt(maker, `${list}/new`)), ...ruleOf(index) };
      const saved = await saveAgreed(maker, `${list}/new`, form);
      if (saved.status !== 302) throw new Error(`Rule ${index} was not saved: ${saved.status}`);
    }
    const [first, later]: [number[], number[]] = [[], []];
    for (let round = 0; round < (quick ? 2 : 5); round += 1) {
      // A new session, without cached products.
      const visitor = await stack.signedIn("merch");
      const form = { ...(await ruleFormAt(visitor, `${list}/new`)), ...ruleOf(25), intent: "preview" };
      for (const times of [first, later]) {
        const since = performance.now();
        const reply = await visitor.post(`${list}/new`, form);
        times.push(performance.now() - since);
        if (!reply.text.includes("1,180 products")) throw new Error(`No preview: ${reply.status}`);
      }
    }
    const what = "Preview of a rule among 50, on 1,180 products: the";
    return [
      atMost(`${what} first of a session`, median(first), highest),
      atMost(`${what} next`, median(later), highest),
    ];
  } finally {
    await stack.stop();
  }
}
