import { z } from "zod";
import { isBarcode } from "./entry.ts";
import { maxEntryLength } from "./search.ts";

/** What a label says of its product, and what its price comes from. */
const product = z.object({
  ...{ key: z.string(), name: z.string(), colour: z.string(), sizing: z.string() },
  /** A price and its source. */
  price: z.object({
    /** With two decimals; empty if no price book has one. */
    text: z.string(),
    /** 'Clarks Web', with the selection rule if several entries applied. */
    from: z.string(),
    /** The price book; absent if none has a price. */
    book: z.string().optional(),
    /** A warning to show before printing. */
    mark: z.string().optional(),
  }),
  /** Its prices in other price books, offered as former prices (labels#was). */
  otherPrices: z.array(z.object({ book: z.string(), text: z.string() })).readonly(),
  /** `key` is unique within the product. */
  sizes: z.array(z.object({ key: z.string(), size: z.string(), sku: z.string(), barcode: z.string() })),
});
export type PrintedProduct = z.output<typeof product>;
export type ProductSize = PrintedProduct["sizes"][number];
/** The prices of a product, which are read again when a label prints (labels#true-price). */
export type ProductPrices = Pick<PrintedProduct, "price" | "otherPrices">;

/** A product as it was read last; undefined if none has the barcode, the error text if it could not be read. */
const foundProduct = z.union([product, z.object({ unread: z.string() })]).optional();
export type FoundProduct = z.output<typeof foundProduct>;

const batchEntry = z.object({
  barcode: z.string(),
  quantity: z.string(),
  /** The price, if it isn't the product's own. */
  price: z.string().optional(),
  /** Whether its price of $0.00 is confirmed. */
  isFree: z.boolean().optional(),
  product: foundProduct,
  /** The press that its labels were asked for with. Until `isSent`, another station may not have them (labels#sent-lines). */
  handed: z.string().optional(),
  /** A station's queue has its labels, or they are on paper. */
  isSent: z.boolean().optional(),
});
export type BatchEntry = z.output<typeof batchEntry>;

const typed = z.string().max(maxEntryLength);
/** A field of a line, or the price of a row's product, with the value that was shown there. */
export const editedField = z.union([
  z.object({
    ...{ field: z.enum(["quantity", "price"]), barcode: z.string().refine(isBarcode), from: typed },
    /** Of a row of the table, where an empty quantity is no line. */
    isRow: z.coerce.boolean().optional(),
  }),
  z.object({ field: z.literal("price"), product: z.string().min(1).max(200), book: typed, from: typed }),
]);
export type EditedField = z.output<typeof editedField>;
type OfEach<Field, Without extends PropertyKey> = Field extends unknown ? Omit<Field, Without> : never;
/** The same with what was typed there; a page knows what it replaces only as it saves it. */
export type Edit = EditedField & { to: string };
export type Typed = OfEach<Edit, "from">;
export type FieldOf = OfEach<EditedField, "from" | "book" | "isRow">;

/** What is gathered at a station, beside the labels that were asked for there. */
export const storedBatch = z.object({
  /** Counts the changes. */
  revision: z.number(),
  /** In the order of the scans. */
  lines: z.array(batchEntry).readonly(),
  /** Prices typed into rows of the table, by product key: those of all lines without a price of their own. */
  rowPrices: z.record(z.string(), z.string()),
  /** The submissions that were applied, so that none is twice. */
  done: z.array(z.string()),
});
export type Batch = Omit<z.output<typeof storedBatch>, "done">;
