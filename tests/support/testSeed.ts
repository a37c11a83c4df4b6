import type { Connection } from "#database/connect.ts";
import { migrate } from "#platform/database/migrate.ts";
import { ediPartners } from "#platform/database/schema/ediPartners.ts";
import { seedParts } from "#platform/resources.ts";
import { seed } from "#platform/seed/seed.ts";
import { testEdiPartner } from "./ediFiles.ts";

/** The test seed's change times count back from this moment. */
export const testAnchor = new Date("2026-11-20T00:00:00Z");

/** Migrates and seeds the template of the tests' databases. */
export async function fillTemplate({ database, executeSql }: Connection): Promise<void> {
  await migrate(database);
  await seed(database, seedParts, { size: "small", anchor: testAnchor });
  // The anchor is fixed and the clock is not: no retry of the seed may come due during a test.
  await executeSql("update orders set step_at = '2099-01-01' where status = 'UNPROCESSABLE_SOFT'");
  await database.insert(ediPartners).values(testEdiPartner);
}
