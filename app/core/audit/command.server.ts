import { heads, spool, trail } from "./audit.server.ts";

// `npm run audit -- [head …]`: reads the whole trail, and reports the first line that differs from
// what was written (audit#check).
const given = process.argv.slice(2);
const givenHeads = given.map((text) => heads.read(text));
const foreign = given.find((_, at) => givenHeads[at] === undefined);
if (foreign !== undefined) {
  process.stderr.write(`${foreign} is no head that this portal has written.\n`);
  process.exit(2);
}
const { lines, broken, head } = await trail.check(givenHeads.flatMap((one) => one ?? []));
if (broken) process.stderr.write(`Line ${broken.n} of ${lines}: ${broken.problem}\n`);
else {
  process.stdout.write(`The audit trail is whole: ${lines} ${lines === 1 ? "line" : "lines"}.\n`);
  if (head && lines > 0) process.stdout.write(`Its head: ${heads.write(head)}\n`);
  if (given.length === 0)
    process.stdout.write(
      "Whether its end was put back to an earlier one can be told only by a head that was kept apart, in the log or in a backup: npm run audit -- <head>\n",
    );
}
const missing = (await spool.waiting()).length;
if (missing > 0)
  process.stderr.write(
    `${missing} ${missing === 1 ? "line is" : "lines are"} missing: what was done while the trail could not be written waits on this machine, and the portal writes it when it can.\n`,
  );
// A connection to the database would keep the process alive.
process.exit(broken || missing > 0 ? 1 : 0);
