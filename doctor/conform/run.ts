import { examine } from "./examine.ts";
import type { Conformance, Result } from "./examiner.ts";

const help = `npm run conform -- <api address> [--edi=<its address>] [--voucher=<number>] [--writes]

Makes the documented calls at an API and says, call by call, what fits the contract, what the portal does
without, and what breaks. Only reads, unless --writes is given. API_TOKEN is a person's bearer token.
The answer is Markdown: add "> conform.md" to keep the page.
`;

const marks: Record<Conformance, string> = {
  fits: "fits",
  partly: "partly",
  breaks: "**breaks**",
  "not asked": "not asked",
};
const cell = (text: string) => text.replaceAll("|", "\\|").replace(/\s+/g, " ").slice(0, 400);

const lineOf = ({ call, conformance, says, seconds }: Result) =>
  `| \`${call}\` | ${marks[conformance]} | ${says.map(cell).join("; ")} | ${seconds === undefined ? "" : seconds.toFixed(2)} |`;

const origin = (address: string | undefined): string | undefined => {
  if (address === undefined || !URL.canParse(address)) return undefined;
  return address.replace(/\/$/, "");
};

const options = new Map(
  process.argv.slice(2).flatMap((one) => {
    const [, name, value = ""] = /^--(edi|voucher|writes)(?:=(.*))?$/.exec(one) ?? [];
    return name === undefined ? [] : [[name, value] as const];
  }),
);
const portal = origin(process.argv.slice(2).find((one) => !one.startsWith("--")));
const edi = options.has("edi") ? origin(options.get("edi")) : portal;
const token = process.env.API_TOKEN ?? "";
if (portal === undefined || edi === undefined || token === "") {
  process.stderr.write(`${token === "" ? "API_TOKEN is missing.\n\n" : ""}${help}`);
  process.exitCode = 2;
} else {
  const { results, without } = await examine(
    { portal, edi, token },
    { voucher: options.get("voucher"), writes: options.has("writes") },
  );
  const count = (conformance: Conformance) => results.filter((one) => one.conformance === conformance).length;
  const page = [
    `# ${new URL(portal).host} and the portal's contract`,
    `${new Date().toISOString()}: ${count("fits")} calls fit, ${count("partly")} fit in part, ${count("breaks")} break, ${count("not asked")} were not asked.`,
    "| Call | | What the portal found | Seconds |\n|---|---|---|---|",
  ].join("\n\n");
  const missing = without.map(({ extension, says }) => `- \`${extension}\`: ${says}`);
  process.stdout.write(`${page}\n${results.map(lineOf).join("\n")}\n`);
  if (missing.length > 0)
    process.stdout.write(`\n## Extensions that it does not announce\n\n${missing.join("\n")}\n`);
  process.exitCode = count("breaks") > 0 ? 1 : 0;
}
