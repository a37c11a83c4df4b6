import { readFile, stat } from "node:fs/promises";
import { inArray, notInArray } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#database/connect.ts";
import { ediPartners } from "#platform/database/schema/ediPartners.ts";
import { ediTerms } from "#platform/database/schema/ediTerms.ts";
import { stores } from "#platform/database/schema/stores.ts";

/** The character sets (0001) that we write. */
const characterSets = [
  ...["UNOA", "UNOB", "UNOC", "UNOD", "UNOE", "UNOF", "UNOG", "UNOH", "UNOI", "UNOJ", "UNOK"],
  ...["UNOL", "UNOW", "UNOY"],
];

/** The character sets in which a line break is no data: only these can be wrapped (edi#wrapped). */
const wrappable = ["UNOA", "UNOB", "UNOC"];
/** Bytes per line; a shorter one would break UNA and the character set in UNB, which readers need first. */
const minWrapWidth = 20;

const code = z.string().trim().min(1).max(35);
const qualifier = z.string().trim().max(4).default("");
const hours = z.number().min(0).max(2000);

/** A trading partner (edi#partners): a row of the file. A key that is not listed here is an error: it may be misspelt. */
const partnerRow = z
  .strictObject({
    name: z.string().trim().min(1).max(120),
    /** 0004 and 0007 of the partner, and of us towards it. */
    identification: code,
    qualifier,
    our_identification: code,
    our_qualifier: qualifier,
    /** The alias of the store of its orders. */
    store: z.string().trim().min(1),
    /** 0001 and 0002 of what we send. */
    syntax_identifier: z.enum(characterSets).default("UNOC"),
    syntax_version: z.enum(["1", "2", "3", "4"]).default("3"),
    /** Whether we request acknowledgements from it. */
    asks_acknowledgement: z.boolean().default(true),
    /** Hours after which its CONTRL, our ORDRSP, and our DESADV are late. */
    acknowledgement_due_hours: hours.default(4),
    response_due_hours: hours.default(24),
    despatch_due_hours: hours.default(120),
    /** Whether what we send begins with UNA, and its line width in bytes; 0: not wrapped. */
    writes_una: z.boolean().default(true),
    wrap_width: z
      .number()
      .int()
      .max(1000)
      .refine((width) => width === 0 || width >= minWrapWidth, `0, or at least ${minWrapWidth}`)
      .default(0),
    active: z.boolean().default(true),
    terms: z.strictObject(ediTerms.shape).prefault({}),
  })
  .refine(
    ({ wrap_width: width, syntax_identifier }) => width === 0 || wrappable.includes(syntax_identifier),
    {
      path: ["wrap_width"],
      message: `only ${wrappable.join(", ")} can be wrapped: elsewhere a line break is data`,
    },
  );

const partnerRows = z.array(partnerRow).superRefine((rows, context) => {
  for (const [index, { identification }] of rows.entries())
    if (rows.findIndex((row) => row.identification === identification) < index)
      context.addIssue({ code: "custom", path: [index, "identification"], message: "another row has it" });
});
export type PartnerRow = z.output<typeof partnerRow>;

class WrongPartners extends Error {}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WrongPartners(`It is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The rows of the file's text. Throws WrongPartners, which names every wrong value. */
export function parsePartners(text: string): PartnerRow[] {
  const read = partnerRows.safeParse(jsonIn(text));
  if (read.success) return read.data;
  throw new WrongPartners(
    read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"),
  );
}

/** Makes the rows the known partners, all of them or none. Throws WrongPartners for a store that does not exist. */
export const savePartners = (database: Database, rows: readonly PartnerRow[]): Promise<void> =>
  database.transaction(async (transaction) => {
    const aliases = [...new Set(rows.map(({ store }) => store))];
    const found = await transaction.select().from(stores).where(inArray(stores.alias, aliases));
    const partners = rows.map(({ store: alias, ...partner }, index) => {
      const store = found.find((one) => one.alias === alias);
      if (!store) throw new WrongPartners(`${index}.store: there is no store '${alias}'`);
      return { ...partner, storeId: store.id };
    });
    const { identification } = ediPartners;
    await transaction.delete(ediPartners).where(
      notInArray(
        identification,
        partners.map((partner) => partner.identification),
      ),
    );
    for (const partner of partners)
      await transaction
        .insert(ediPartners)
        .values(partner)
        .onConflictDoUpdate({ target: identification, set: partner });
  });

type FileLog = { info(data: object, words: string): void; error(data: object, words: string): void };

/**
 * Reads the file of partners if it has changed since the last call (edi#partners-file). One that cannot be used changes
 * nothing: the last good one, which the database has, stays in force, and the log says why.
 */
export function partnersFileReader(database: Database, path: string, log: FileLog) {
  let seen = "";
  let reported = "";
  return async (): Promise<void> => {
    let version = "";
    try {
      const { mtimeMs, size, ino } = await stat(path);
      version = `${mtimeMs} ${size} ${ino}`;
      if (version !== seen) {
        const rows = parsePartners(await readFile(path, "utf8"));
        await savePartners(database, rows);
        log.info({ path, partners: rows.length }, "the file of EDI partners was read");
      }
      seen = version;
      reported = "";
    } catch (error) {
      const reason = String(error);
      // Where the database or the disk failed, the same file may be good at the next attempt, and it is said once.
      if (error instanceof WrongPartners) seen = version;
      else if (reason === reported) return;
      reported = reason;
      log.error(
        { path, err: error },
        "the file of EDI partners is not used: the last good one stays in force",
      );
    }
  };
}

const lookEvery = 1000;

/** Reads the file of partners now and whenever it changes, until the returned function is called. */
export async function followPartnersFile(database: Database, path: string, log: FileLog) {
  const read = partnersFileReader(database, path, log);
  await read();
  let reading = Promise.resolve();
  const looks = setInterval(() => {
    reading = reading.then(read);
  }, lookEvery);
  return async (): Promise<void> => {
    clearInterval(looks);
    await reading;
  };
}
