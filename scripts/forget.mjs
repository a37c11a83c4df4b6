import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { commandEnvironment } from "./environment.mjs";
import { requirePackages } from "./packages.mjs";
import { main, repository, run, tool } from "./processes.mjs";

const say = (line) => process.stdout.write(`${line}\n`);
const usage =
  "npm run forget -- --dry-run, or --yes; it asks for the email address, or reads it from standard input";

/** The address: it appears in no process list and no shell history. */
async function readAddress() {
  const lines = createInterface({
    input: process.stdin,
    output: process.stdin.isTTY ? process.stderr : undefined,
  });
  lines.setPrompt("The customer's email address: ");
  if (process.stdin.isTTY) lines.prompt();
  for await (const line of lines) {
    lines.close();
    return line.trim();
  }
  return "";
}

/** Runs one side's part; resolves to its result. */
async function part(file, command, env) {
  const output = await run("npm run forget", ...tool("tsx/dist/cli.mjs", file, command), { env });
  return JSON.parse(output.trim().split("\n").at(-1));
}

const listed = (ids) => (ids.length > 0 ? `${ids.length} (${ids.join(", ")})` : "0");

/** Lists a customer's data by kind, and its treatment. */
function sayFound({ orders, returns, products, events }, portal) {
  say(`  Orders: ${listed(orders)}. Returns: ${listed(returns)}, with their labels, slips and photos.`);
  say(`  Products they wait for or were offered: ${listed(products)}. Submitted actions: ${events}.`);
  say(
    `  Notes on ${portal.notes} records, ${portal.credits} credits, ${portal.views} views, ` +
      `${portal.drafts} unsent forms, ${portal.lines} lines of the audit trail.`,
  );
}

/** Lists the remaining data, with the reason. */
function sayRetained({ ediDocuments }) {
  say("Kept, and why:");
  for (const line of [
    "Numbers, days, goods, amounts, and suburb, state, postcode and country: the books and the tax on them.",
    "Who did what and when: the audit trail. Its texts that name the customer are erased.",
    `EDI documents, ${ediDocuments} of which hold the address: they are the partner's; ask the partner.`,
    "Notes that people wrote on other records: they end two years after their last change.",
    "Runs over many rows and failures: they end within 7 days. Answers that a form got: within 24 hours.",
    "AP21, carriers, the mail service, spreadsheets that were taken, logs and backups: out of reach here.",
  ])
    say(`  ${line}`);
}

// `npm run forget -- --dry-run` lists a customer's data and its treatment, `--yes` erases it.
await main(async () => {
  const options = { yes: { type: "boolean" }, "dry-run": { type: "boolean" } };
  const { yes = false, "dry-run": dryRun = false } = parseArgs({ options }).values;
  if (yes === dryRun) throw new Error(`Say whether it is meant: ${usage}`);
  requirePackages();
  const email = await readAddress();
  if (!email.includes("@")) throw new Error(`Say who: ${usage}`);
  const env = { ...commandEnvironment(), FORGET_EMAIL: email };
  process.chdir(repository);
  const found = await part("packages/platform/forget.ts", "find", env);
  const inPortal = (command) =>
    part("app/composition/forgetCommand.server.ts", command, {
      ...env,
      FORGET_CUSTOMER: JSON.stringify(found),
    });
  say("Under this address:");
  sayFound(found, await inPortal("find"));
  const refuseOpen = ({ open }, changed) => {
    if (open.length > 0)
      throw new Error(
        `${changed} was changed: these are still being worked on. Finish or cancel them first.\n  ${open.join("\n  ")}`,
      );
  };
  refuseOpen(found, "Nothing");
  if (yes) {
    // The platform last: its records lead to the portal's, also for a second attempt.
    await inPortal("forget");
    refuseOpen(await part("packages/platform/forget.ts", "forget", env), "Nothing of the platform");
  }
  say(yes ? "It is erased." : "Nothing was changed. With --yes it is erased: it cannot be taken back.");
  sayRetained(found);
});
