import { parseArgs } from "node:util";
import { commandEnvironment } from "./environment.mjs";
import { requirePackages } from "./packages.mjs";
import { main, repository, run, tool } from "./processes.mjs";

const say = (line) => process.stdout.write(`${line}\n`);

/** Runs one side's part; resolves to the lines that it said. */
async function part(env, file, ...given) {
  const said = await run("npm run forget", ...tool("tsx/dist/cli.mjs", file, ...given), { env });
  return said.trim().split("\n");
}

// `npm run forget -- --email <address> [--yes]`: shows what there is of one customer, and with --yes forgets it.
await main(async () => {
  const options = { email: { type: "string" }, yes: { type: "boolean", default: false } };
  const { email, yes } = parseArgs({ options }).values;
  if (!email?.includes("@")) throw new Error("Say who: npm run forget -- --email <address> [--yes]");
  requirePackages();
  const env = commandEnvironment();
  process.chdir(repository);
  const onPlatform = async (...flags) =>
    JSON.parse((await part(env, "platform/forget.ts", email, ...flags)).at(-1));
  const { orders, returns, open } = await onPlatform();
  say(`Under this address: ${orders.length} orders, ${returns.length} returns.`);
  if (open.length > 0) {
    throw new Error(
      `Nothing was forgotten: these are still being worked on. Finish or cancel them first.\n  ${open.join("\n  ")}`,
    );
  }
  if (!yes) return say("Nothing was changed. Add --yes to forget the person: it cannot be taken back.");
  // The platform last: by its records the notes are found, also by a second try.
  const notes = await part(env, "app/notes/command.server.ts", JSON.stringify({ orders, returns }));
  await onPlatform("--yes");
  say("Names, addresses, phones, labels, slips and photos are gone; numbers, days, goods and amounts stay.");
  say(notes.at(-1));
});
