import { database } from "#app/database/database.server.ts";
import { migrate } from "#app/database/migrate.server.ts";
import { customer, forgetInPortal } from "./forget.server.ts";

// The portal's part of `npm run forget`: `find` or `forget`, and whom in FORGET_CUSTOMER, as the platform's part says it.
const known = customer.parse(JSON.parse(process.env.FORGET_CUSTOMER ?? ""));
// Of a portal that never started there is no table yet.
await migrate(database);
process.stdout.write(`${JSON.stringify(await forgetInPortal(known, process.argv[2] === "forget"))}\n`);
// A connection to the database would keep the process alive.
process.exit(0);
