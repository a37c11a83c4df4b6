import { readFileSync, writeFileSync } from "node:fs";
import { CommandFailed, fileInRepository, main, npm, run } from "./processes.mjs";
import { auditOutcome, licenceProblems, noticeOf, packagesOf } from "./supplyChain.mjs";

const say = (line) => process.stdout.write(`${line}\n`);
const packages = packagesOf(JSON.parse(readFileSync(fileInRepository("package-lock.json"), "utf8")));

function checkLicences() {
  const problems = licenceProblems(packages);
  say(`Licences: ${packages.length} packages, ${problems.length} that do not fit.`);
  problems.forEach(say);
  return problems.length === 0;
}

/** npm fails both for vulnerabilities and without a network: its output tells which. */
async function askRegistry() {
  const [command, args] = npm("audit", "--json");
  const output = await run("npm audit", command, args).catch((error) => {
    if (error instanceof CommandFailed) return error.output;
    throw error;
  });
  return auditOutcome(output);
}

async function checkVulnerabilities() {
  const outcome = await askRegistry();
  if ("unknown" in outcome) {
    say(`Known vulnerabilities: NOT CHECKED, since the registry did not say: ${outcome.unknown}`);
    return true;
  }
  const { total, ...bySeverity } = outcome.counts;
  const found = Object.entries(bySeverity).filter(([, count]) => count > 0);
  say(
    `Known vulnerabilities: ${total}${found.map(([severity, count]) => `, ${count} ${severity}`).join("")}.`,
  );
  return total === 0;
}

await main(async () => {
  if (process.argv.includes("--notice")) {
    writeFileSync(fileInRepository("NOTICE"), noticeOf(packages));
    say("NOTICE is written.");
    return;
  }
  const fits = [checkLicences(), await checkVulnerabilities()];
  if (fits.includes(false)) process.exitCode = 1;
});
