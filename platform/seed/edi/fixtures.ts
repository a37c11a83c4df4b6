import type { StoredEdiReference } from "#platform/database/schema/ediStored.ts";
import type { EdiNote } from "#platform/domains/edi/documents/streams.ts";
import { filled, recorded } from "#platform/seed/fixtures.ts";
import { articleOf } from "#platform/seed/products/catalogue.ts";
import type { SeedStore } from "#platform/seed/stores.ts";
import {
  inbound,
  later,
  receiveNotes,
  type SeedEdiOrder,
  type SeedInterchange,
  type SeedStory,
} from "./events.ts";
import { interchangeText, seedTrial, timesOf } from "./texts.ts";

/** Times of fixtures are in minutes from the anchor. */
type Reference = Omit<StoredEdiReference, "created_at"> & { created_at: number };
type Fixtures = {
  /** Texts that several share, by name. */
  texts: Record<string, string>;
  notes: Record<string, EdiNote[]>;
  interchanges: (Omit<SeedInterchange, "at" | "write" | "references" | "notes" | "answer"> & {
    at: number;
    /** When the text says that it was written, if that is another time. */
    written?: number;
    references?: Reference[];
    notes: string | EdiNote[];
    answer?: { key: string; at: number; action: string };
    /** Its bytes are ISO 8859-1, whatever charset it declares. */
    text: string;
    /** The control reference in a shared text. */
    number?: string;
  })[];
  orders: (Omit<SeedEdiOrder, "at" | "updatedAt" | "references"> & {
    at: number;
    updatedAt: number;
    references: Reference[];
  })[];
};

const fixtures: Fixtures = recorded("edi");

/**
 * Faulty interchanges of partners, and the story of a partner who wraps its lines and writes no UNA (edi#wrapped): the
 * same for the same anchor.
 */
export function recordedStory(anchor: Date): SeedStory {
  const timed = (references: readonly Reference[] = []): StoredEdiReference[] =>
    references.map((one) => ({ ...one, created_at: later(anchor, one.created_at).toISOString() }));
  const interchanges = fixtures.interchanges.map(
    ({ at, written = at, references, notes, answer, text, number, ...event }): SeedInterchange => {
      const times = timesOf(later(anchor, written));
      return {
        ...event,
        at: later(anchor, at),
        write: (reference) =>
          Buffer.from(
            String(filled(fixtures.texts[text] ?? text, { ...times, reference, number })),
            "latin1",
          ),
        references: timed(references),
        notes: typeof notes === "string" ? (fixtures.notes[notes] ?? []) : notes,
        ...(answer && { answer: { ...answer, at: later(anchor, answer.at) } }),
      };
    },
  );
  const orders = fixtures.orders.map((order) => ({
    ...order,
    at: later(anchor, order.at),
    updatedAt: later(anchor, order.updatedAt),
    references: timed(order.references),
  }));
  return { interchanges, orders };
}

/** The largest interchange of a demo, an INVRPT of 20,000 segments. */
export function fullInventory(store: SeedStore, anchor: Date): SeedInterchange {
  const writtenAt = later(anchor, -540);
  const lines = Array.from({ length: 5000 }, (_, index) => {
    const { sizes } = articleOf(store.id, store.brands, (index % 600) + 1);
    const { barcode, sku } = sizes[index % sizes.length] ?? {};
    return { number: index + 1, ean: barcode, sku, quantity: (index % 40) + 1 };
  });
  return inbound({
    key: "odd 20000-segments",
    at: later(anchor, -540 + 35 * 7),
    fileName: "20000-segments.edi",
    write: () =>
      interchangeText("INVRPT", { reference: "00050", at: writtenAt, lines }, { partner: seedTrial }),
    references: [],
    notes: receiveNotes(4, []),
  });
}
