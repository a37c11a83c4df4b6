import { trail } from "./audit.server.ts";

// `npm run audit`: reads the whole trail, and names the first line that is not as it was written (audit#check).
const { lines, broken } = await trail.check();
if (broken) process.stderr.write(`Line ${broken.n} of ${lines}: ${broken.problem}\n`);
else process.stdout.write(`The audit trail is whole: ${lines} ${lines === 1 ? "line" : "lines"}.\n`);
// A connection to Redis would keep the process alive.
process.exit(broken ? 1 : 0);
