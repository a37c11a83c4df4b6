import { customer, forgetInPortal } from "./forget.server.ts";

// The portal's part of `npm run forget`: `find` or `forget`, and whom in FORGET_CUSTOMER, as the platform's part says it.
const whom = customer.parse(JSON.parse(process.env.FORGET_CUSTOMER ?? ""));
process.stdout.write(`${JSON.stringify(await forgetInPortal(whom, process.argv[2] === "forget"))}\n`);
// A connection to the database would keep the process alive.
process.exit(0);
