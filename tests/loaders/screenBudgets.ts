/**
 * What a screen may cost at most: KB of HTML (gzip), KB of scripts and style (brotli), requests with the page itself,
 * elements, and calls of the API beside those that are kept for a session.
 */
type Budget = [html: number, code: number, requests: number, elements: number, calls: number];

/** The longest records: a return of the seed, and an interchange that is handed in. */
export type LongRecord = "history" | "interchange";

/**
 * A screen is opened `at` an address, or where the first link of its kind leads on the screen that `from` names, or on
 * the longest record of its kind.
 */
export type ScreenRow = { screen: string; what?: string; budget: Budget } & (
  | { at: string }
  | { from: string }
  | { long: LongRecord; view: string }
);

/** Every screen of `app/routes.ts`, and the heaviest that records make of some. */
export const screenRows: readonly ScreenRow[] = [
  { screen: "/", at: "/", budget: [12, 116, 24, 240, 0] },
  { screen: "/store", at: "/store", budget: [12, 116, 24, 240, 0] },
  { screen: "/store/:alias", at: "/store/CLK", budget: [15, 119, 19, 700, 4] },
  { screen: "/store/:alias/products", at: "/store/CLK/products", budget: [14, 108, 15, 810, 1] },
  {
    screen: "/store/:alias/products/:productId",
    from: "/store/:alias/products",
    budget: [17, 119, 19, 1040, 2],
  },
  {
    screen: "/store/:alias/products/:productId/actions/:action",
    from: "/store/:alias/products",
    budget: [15, 120, 24, 850, 2],
  },
  { screen: "/store/:alias/orders", at: "/store/CLK/orders", budget: [18, 109, 15, 1270, 1] },
  { screen: "/store/:alias/orders/:orderId", from: "/store/:alias/orders", budget: [21, 120, 18, 1420, 4] },
  {
    screen: "/store/:alias/orders/:orderId/actions/:action",
    from: "/store/:alias/orders",
    budget: [20, 122, 24, 1360, 2],
  },
  { screen: "/store/:alias/customrules", at: "/store/CLK/customrules", budget: [9, 110, 16, 350, 1] },
  {
    screen: "/store/:alias/customrules/new",
    at: "/store/CLK/customrules/new",
    budget: [11, 168, 27, 510, 3],
  },
  {
    screen: "/store/:alias/customrules/timeline",
    at: "/store/CLK/customrules/timeline",
    budget: [9, 120, 19, 420, 2],
  },
  {
    screen: "/store/:alias/customrules/price",
    at: "/store/CLK/customrules/price",
    budget: [9, 121, 20, 380, 1],
  },
  {
    screen: "/store/:alias/customrules/:ruleId",
    at: "/store/CLK/customrules/CLK-RULE-001",
    budget: [15, 168, 27, 790, 2],
  },
  {
    screen: "/store/:alias/customrules/:ruleId/toggle",
    at: "/store/CLK/customrules/CLK-RULE-001/toggle",
    budget: [10, 123, 26, 410, 2],
  },
  {
    screen: "/store/:alias/customrules/:ruleId/delete",
    at: "/store/CLK/customrules/CLK-RULE-001/delete",
    budget: [10, 123, 26, 400, 2],
  },
  { screen: "/store/:alias/printlabel", at: "/store/CLK/printlabel", budget: [16, 130, 20, 840, 1] },
  {
    screen: "/store/:alias/printlabel/setup",
    at: "/store/CLK/printlabel/setup",
    budget: [6, 123, 20, 210, 0],
  },
  {
    screen: "/store/:alias/printlabel/wrong",
    at: "/store/CLK/printlabel/wrong",
    budget: [6, 114, 16, 190, 0],
  },
  {
    screen: "/store/:alias/printlabel/stations",
    at: "/store/CLK/printlabel/stations",
    budget: [6, 136, 18, 180, 0],
  },
  {
    screen: "/store/:alias/printlabel/sheet",
    at: "/store/CLK/printlabel/sheet",
    budget: [5, 114, 14, 170, 1],
  },
  { screen: "/store/:alias/shipments", at: "/store/CLK/shipments", budget: [9, 109, 14, 450, 1] },
  { screen: "/store/:alias/returns", at: "/store/CLK/returns", budget: [14, 114, 17, 1320, 1] },
  { screen: "/store/:alias/returns/:exoId", from: "/store/:alias/returns", budget: [20, 124, 19, 1680, 5] },
  {
    screen: "/store/:alias/returns/:exoId/actions/:action",
    from: "/store/:alias/returns",
    budget: [16, 123, 24, 1380, 2],
  },
  { screen: "/store/:alias/nswvoucher", at: "/store/CLK/nswvoucher", budget: [5, 132, 16, 170, 0] },
  { screen: "/store/:alias/interchanges", at: "/store/MYR/interchanges", budget: [8, 110, 15, 370, 1] },
  {
    screen: "/store/:alias/interchanges/:interchangeId",
    from: "/store/:alias/interchanges",
    budget: [10, 119, 19, 480, 3],
  },
  { screen: "/store/:alias/ediorders", at: "/store/MYR/ediorders", budget: [10, 110, 15, 450, 1] },
  {
    screen: "/store/:alias/ediorders/:orderId",
    from: "/store/:alias/ediorders",
    budget: [12, 119, 19, 600, 3],
  },
  { screen: "/orders", at: "/orders/", budget: [16, 108, 12, 1230, 1] },
  { screen: "/orders/:orderId", from: "/orders", budget: [19, 119, 15, 1380, 6] },
  { screen: "/orders/:orderId/actions/:action", from: "/orders", budget: [18, 121, 21, 1330, 2] },
  { screen: "/returns", at: "/returns/", budget: [15, 113, 14, 1400, 1] },
  { screen: "/returns/:exoId", from: "/returns", budget: [20, 123, 16, 1790, 5] },
  { screen: "/returns/:exoId/actions/:action", from: "/returns", budget: [16, 122, 21, 1460, 2] },
  { screen: "/returns/credits", at: "/returns/credits", budget: [8, 109, 13, 500, 1] },
  { screen: "/returns/credits/:exoId/given", from: "/returns/credits", budget: [9, 118, 21, 510, 2] },
  { screen: "/edi/myer", at: "/edi/myer", budget: [8, 120, 13, 400, 2] },
  { screen: "/edi/myer/gap", from: "/edi/myer", budget: [9, 147, 23, 450, 3] },
  { screen: "/edi/myer/partners", at: "/edi/myer/partners", budget: [5, 108, 11, 180, 1] },
  { screen: "/edi/myer/partners/new", at: "/edi/myer/partners/new", budget: [14, 144, 18, 700, 0] },
  { screen: "/edi/myer/partners/:partnerId", from: "/edi/myer/partners", budget: [14, 144, 18, 700, 1] },
  { screen: "/edi/myer/check-file", at: "/edi/myer/check-file", budget: [5, 142, 17, 160, 0] },
  { screen: "/edi/myer/interchanges", at: "/edi/myer/interchanges", budget: [16, 112, 14, 1390, 2] },
  {
    screen: "/edi/myer/interchanges/:interchangeId",
    from: "/edi/myer/interchanges",
    budget: [19, 124, 18, 1550, 3],
  },
  {
    screen: "/edi/myer/interchanges/:interchangeId/actions/:action",
    from: "/edi/myer/interchanges",
    budget: [18, 147, 26, 1440, 3],
  },
  {
    screen: "/edi/myer/interchanges/:interchangeId/segments",
    from: "/edi/myer/interchanges/:interchangeId",
    budget: [10, 118, 13, 580, 1],
  },
  { screen: "/edi/myer/orders", at: "/edi/myer/orders", budget: [20, 111, 13, 1560, 2] },
  { screen: "/edi/myer/orders/:orderId", from: "/edi/myer/orders", budget: [23, 126, 19, 1720, 3] },
  {
    screen: "/edi/myer/orders/:orderId/actions/:action",
    from: "/edi/myer/orders",
    budget: [22, 147, 25, 1600, 3],
  },
  {
    screen: "/edi/myer/orders/:orderId/thread",
    from: "/edi/myer/orders/:orderId",
    budget: [7, 120, 14, 310, 2],
  },
  { screen: "/today", at: "/today", budget: [19, 117, 14, 1320, 4] },
  { screen: "/products", at: "/products/", budget: [11, 107, 10, 770, 1] },
  { screen: "/products/:styleCode", from: "/products", budget: [14, 116, 13, 990, 0] },
  { screen: "/sessions", at: "/sessions", budget: [5, 106, 11, 170, 0] },
  { screen: "/sessions/:handle/end", from: "/sessions", budget: [6, 117, 18, 200, 0] },
  { screen: "/people", at: "/people", budget: [5, 106, 11, 170, 0] },
  { screen: "/people/:handle/end", from: "/people", budget: [6, 117, 18, 200, 0] },
  { screen: "/audit", at: "/audit", budget: [6, 108, 11, 250, 0] },
  { screen: "/views", at: "/views", budget: [4, 106, 10, 130, 0] },
  { screen: "/views/new", from: "/orders", budget: [5, 116, 15, 160, 0] },
  { screen: "/bulk", at: "/bulk", budget: [4, 107, 10, 130, 0] },
  { screen: "/bulk/:kind", at: "/bulk/returns", budget: [5, 116, 12, 140, 0] },
  { screen: "/notes/:kind/:recordId", from: "/returns/:exoId", budget: [5, 115, 12, 170, 1] },
  { screen: "/find", at: "/find", budget: [5, 108, 11, 180, 0] },
  { screen: "/guide", at: "/guide", budget: [5, 115, 12, 170, 0] },
  { screen: "/guide/:role", at: "/guide/clerk", budget: [9, 116, 15, 350, 0] },
  { screen: "/preferences", at: "/preferences", budget: [5, 115, 12, 180, 0] },
  { screen: "/login", at: "/login", budget: [16, 97, 9, 40, 0] },
  { screen: "/*", at: "/nowhere", budget: [5, 106, 10, 140, 0] },
  {
    screen: "/returns/:exoId",
    what: "a return with a history of 2,000 entries, all of them",
    long: "history",
    view: "?tab=history&mundane=1",
    budget: [21, 123, 16, 1960, 5],
  },
  {
    screen: "/find",
    what: "a search that leads to its one hit",
    at: "/find?q=EXO-0001",
    budget: [21, 123, 16, 1800, 21],
  },
  {
    screen: "/edi/myer/interchanges/:interchangeId",
    what: "an interchange of 10 MB",
    long: "interchange",
    view: "?tab=messages",
    budget: [19, 124, 18, 1540, 3],
  },
];

/** Screens that stand only behind a write, and why they have no row: what they show is in other rows. */
export const behindWrites: Readonly<Record<string, string>> = {
  "/store/:alias/customrules/:ruleId/restore": "of a deleted rule; the dialog of its toggle",
  "/store/:alias/customrules/:ruleId/undo": "after a change; the same dialog",
  "/store/:alias/printlabel/stations/print": "takes what Print Label sends",
  "/store/:alias/printlabel/stations/:stationId": "of a station that somebody has set up",
  "/store/:alias/printlabel/stations/:stationId/work": "the same",
  "/store/:alias/printlabel/stations/:stationId/scan": "the same",
  "/returns/credits/:exoId/not-given": "of a credit that was given; the dialog of giving it",
  "/edi/myer/check-file/:fileId": "of a file that was handed in",
  "/views/:viewId": "leads on to the list of a kept view",
  "/views/:viewId/remove": "of a kept view",
  "/bulk/runs/:runId": "of a run that was begun",
};
