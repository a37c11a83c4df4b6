import { exoErrorCodes } from "#contract/exos.ts";
import type { StoredExoHistory, StoredReference } from "#platform/database/schema/exos.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";
import { photoBlobId } from "#platform/domains/exos/blobs/photos.ts";
import type { ExoRow } from "./row.ts";

type EdgeCase = (row: ExoRow) => Partial<ExoRow>;

const hostile = `<script>alert("exo")</script><img src=x onerror=alert(1)> "Quoted" & 'single' \${7*7} {{7*7}}`;

/** Files that no clerk should have to meet; the loader keeps them. */
export const edgeCaseBlobs = [
  { id: "odd/page.html", contentType: "text/html", fileName: "page.html", content: hostile },
  {
    id: "odd/drawing.svg",
    contentType: "image/svg+xml",
    fileName: `../..\\evil"name.svg`,
    content: `<svg xmlns="http://www.w3.org/2000/svg"><script>alert("svg")</script></svg>`,
  },
] as const;

/** Marks an EXO by its order id, so that people find the odd ones by searching for ODD-. */
const odd = (row: ExoRow, word: string, changes: Partial<ExoRow> = {}): Partial<ExoRow> => ({
  original_order_id: `ODD-${word}-${row.original_order_id}`,
  ...changes,
});

const entry = (
  row: ExoRow,
  action: string,
  message: string,
  meta: JsonObject | null = null,
): StoredExoHistory => ({ action, message, created_at: row.updated_at, meta });

const jobsEntry = (row: ExoRow, jobs: unknown) =>
  entry(row, "process:jobs", "A list of jobs that is none", { jobs });

const withExchange = (row: ExoRow, changes: JsonObject): JsonObject => {
  const { exchange } = row.document;
  return { ...row.document, exchange: { ...Object(exchange), ...changes } };
};

const itemWith = (changes: JsonObject): JsonObject => ({
  Title: "Linden Womens Loafer Black",
  LevelCode: "10200001_BLK_8",
  Quantity: -1,
  Cost: 119.95,
  Total: -119.95,
  ReturnReasonCode: "FAULTY",
  ReturnReasonNotes: "The sole came off after two days.",
  Tags: [],
  Photos: [],
  ...changes,
});

const photos = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ SourceId: photoBlobId(index * 7) }));

const reference = (row: ExoRow, number: number, changes: Partial<StoredReference>): StoredReference => ({
  id: `odd-${number}`,
  type: "return-label",
  source: "Simulated carrier",
  title: "Return label",
  uri: null,
  created_at: row.updated_at,
  meta: {},
  ...changes,
});

const lookedAt = (row: ExoRow, index: number): StoredExoHistory => ({
  ...entry(
    row,
    index % 40 === 39 ? "return-shipment-email:send:failure" : "process:run",
    `Look ${index + 1}`,
  ),
  created_at: new Date(Date.parse(row.created_at) + index * 60_000).toISOString(),
});

/** The oldest EXOs of a seed: what a real feed sends on its bad days, and everything at its largest. */
export const exoEdgeCases: readonly EdgeCase[] = [
  (row) =>
    odd(row, "EVERYCODE", {
      histories: exoErrorCodes.map((code) =>
        entry(row, code, `This is ${code}`, { message: `What lies behind ${code}` }),
      ),
    }),
  (row) => odd(row, "UNKNOWNSTATUS", { status: "parked", stream: "return/drone", step: "fly-home" }),
  (row) => odd(row, "UNKNOWNSTEP", { status: "active", stream: "return/automatic", step: "polish-shoes" }),
  (row) => odd(row, "NOSTATUS", { status: "", stream: "", step: "" }),
  (row) =>
    odd(row, "BADJOBS", {
      status: "failed",
      step: "create-return-shipment",
      histories: [
        jobsEntry(row, "[not JSON"),
        jobsEntry(row, '{"an":"object"}'),
        jobsEntry(row, '["triage", 7, null, {"code":"x"}]'),
        jobsEntry(row, '"triage"'),
        jobsEntry(row, 42),
        jobsEntry(row, ["a list", "and no string"]),
        entry(row, "process:jobs-done", "No jobs at all", {}),
        entry(row, "process:jobs", "Jobs that nobody knows", { jobs: '["polish-shoes","triage"]' }),
        entry(row, "process:jobs", "No meta"),
      ],
    }),
  (row) =>
    odd(row, "2000HISTORY", {
      histories: [
        ...Array.from({ length: 2000 - row.histories.length }, (_, index) => lookedAt(row, index)).reverse(),
        ...row.histories,
      ],
    }),
  (row) =>
    odd(row, "40PHOTOS", {
      document: withExchange(row, {
        Items: [itemWith({ Photos: photos(40), Tags: ["worn once", "no box"] })],
      }),
    }),
  (row) => odd(row, "NOEXCHANGE", { document: {} }),
  (row) =>
    odd(row, "NULLEXCHANGE", {
      document: { exchange: null },
      status: "failed",
      step: "triage",
      stream: "return",
    }),
  (row) => odd(row, "NOITEMS", { document: withExchange(row, { Items: [], Customer: null }) }),
  (row) =>
    odd(row, "SCRIPT", {
      name: hostile,
      ra_number: "<b>RA</b>",
      email_address: `"<img src=x onerror=alert(1)>"@customer.example`,
      document: withExchange(row, {
        Customer: {
          FirstName: hostile,
          LastName: "\u202Eright to left",
          Ap21CustomerCode: "'; drop table exos; --",
          Ap21CustomerIdx: -1,
        },
        Items: [
          itemWith({
            Title: hostile,
            ReturnReasonCode: "<i>NEW_REASON</i>",
            ReturnReasonNotes: `${hostile}\nSecond line\n\tΩ≈ç√∫ 👟`,
            Tags: [hostile, 7, null, { deep: ["tag"] }],
            Photos: [
              { SourceId: "javascript:alert(1)" },
              { SourceId: "../../etc/passwd" },
              { SourceId: "odd/page.html" },
            ],
          }),
        ],
      }),
      reference_list: [
        reference(row, 1, {
          title: hostile,
          uri: "javascript:alert(document.cookie)",
          type: "helpdesk-ticket",
        }),
        reference(row, 2, {
          title: "Track",
          uri: "data:text/html,<script>alert(1)</script>",
          type: "return-consignment",
          meta: { consignment_id: hostile },
        }),
      ],
      histories: [entry(row, "process:failure:unhandled", hostile, { message: hostile }), ...row.histories],
    }),
  (row) =>
    odd(row, "FILES", {
      reference_list: [
        ...row.reference_list,
        reference(row, 1, { title: "A label that is gone", meta: { blob_id: "exos/gone/return-label.pdf" } }),
        reference(row, 2, { title: "A label that is a web page", meta: { blob_id: "odd/page.html" } }),
        reference(row, 3, {
          title: "A slip with a script",
          type: "return-slip",
          meta: { blob_id: "odd/drawing.svg" },
        }),
        reference(row, 4, { title: "A label without a file" }),
        reference(row, 5, {
          title: "Something new",
          type: "drone-flight",
          meta: { pilot: "nobody", hops: [1, 2], safe: true },
        }),
        reference(row, 6, {
          title: "A mail that bounced",
          type: "email-transmission",
          source: "Mail (simulated)",
          meta: {
            recipient_email: "gone@customer.example",
            transmission_id: "TX-1",
            transmission_status: "bounced",
            transmission_status_message: "550 No such mailbox (simulated)",
          },
        }),
      ],
    }),
  (row) =>
    odd(row, "TEXTNUMBERS", {
      document: withExchange(row, {
        Items: [
          itemWith({ Quantity: "-2", Cost: "59.95", Total: "-119.90" }),
          itemWith({ Quantity: "some", Cost: null, Total: "a lot" }),
          itemWith({ Quantity: 0, Cost: 0, Total: 0, LevelCode: 10012345 }),
        ],
      }),
    }),
  (row) =>
    odd(row, "60ITEMS", {
      document: withExchange(row, {
        Items: Array.from({ length: 60 }, (_, index) =>
          itemWith({
            LevelCode: `10200001_BLK_${index}`,
            ReturnReasonCode: index % 5 === 0 ? null : "OTHER",
            Quantity: index % 7 === 3 ? 1 : -1,
          }),
        ),
      }),
    }),
  (row) =>
    odd(row, "LONG", {
      name: `EXO-${"LONG".repeat(60)}`,
      email_address: `${"long.".repeat(50)}@customer.example`,
      histories: [
        entry(row, "return-shipment:submit:failure", "A very long message. ".repeat(500), {
          message: "word".repeat(2000),
        }),
      ],
    }),
  (row) => ({
    original_order_id: null,
    ra_number: null,
    email_address: null,
    correspondence_email_address: null,
    document: withExchange(row, { Note: "ODD-NOTHING" }),
    reference_list: [],
    histories: [],
  }),
];
