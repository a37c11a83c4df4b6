import { hrefsIn, isOf } from "#tests/support/screenPaths.ts";
import { exoId } from "#tests/support/seeded.ts";
import type { Reply } from "#tests/support/visitor.ts";

/** The longest records: a return of the seed, and an uploaded interchange. */
export type LongRecord = "history" | "interchange";

/**
 * A screen is opened `at` a URL, or by the first link of its kind on the screen in `from`, or on the longest record of
 * its kind.
 */
export type ScreenRow = { screen: string; what?: string } & (
  | { at: string }
  | { from: string }
  | { long: LongRecord; view: string }
);

/** Every screen of `app/routes.ts` with its URL, or after `<` the screen with a link to it, or that asks the same over its list. */
const screens = `
  /                                                      /
  /store                                                 /store
  /store/:alias                                          /store/CLK
  /store/:alias/products                                 /store/CLK/products
  /store/:alias/products/:productId                      </store/:alias/products
  /store/:alias/products/:productId/actions/:action      </store/:alias/products
  /store/:alias/products/:productId/panel/actions/:action  </store/:alias/products/:productId/actions/:action
  /store/:alias/orders                                   /store/CLK/orders
  /store/:alias/orders/:orderId                          </store/:alias/orders
  /store/:alias/orders/:orderId/actions/:action          </store/:alias/orders
  /store/:alias/orders/:orderId/panel/actions/:action    </store/:alias/orders/:orderId/actions/:action
  /store/:alias/customrules                              /store/CLK/customrules
  /store/:alias/customrules/new                          /store/CLK/customrules/new
  /store/:alias/customrules/timeline                     /store/CLK/customrules/timeline
  /store/:alias/customrules/price                        /store/CLK/customrules/price
  /store/:alias/customrules/:ruleId                      /store/CLK/customrules/CLK-RULE-001
  /store/:alias/customrules/:ruleId/:command             /store/CLK/customrules/CLK-RULE-001/toggle
  /store/:alias/printlabel                               /store/CLK/printlabel
  /store/:alias/printlabel/setup                         /store/CLK/printlabel/setup
  /store/:alias/printlabel/wrong                         /store/CLK/printlabel/wrong
  /store/:alias/printlabel/stations                      /store/CLK/printlabel/stations
  /store/:alias/printlabel/sheet                         /store/CLK/printlabel/sheet
  /store/:alias/shipments                                /store/CLK/shipments
  /store/:alias/returns                                  /store/CLK/returns
  /store/:alias/returns/:exoId                           </store/:alias/returns
  /store/:alias/returns/:exoId/actions/:action           </store/:alias/returns
  /store/:alias/returns/:exoId/panel/actions/:action     </store/:alias/returns/:exoId/actions/:action
  /store/:alias/nswvoucher                               /store/CLK/nswvoucher
  /store/:alias/interchanges                             /store/MYR/interchanges
  /store/:alias/interchanges/:interchangeId              </store/:alias/interchanges
  /store/:alias/ediorders                                /store/MYR/ediorders
  /store/:alias/ediorders/:orderId                       </store/:alias/ediorders
  /orders                                                /orders/
  /orders/:orderId                                       </orders
  /orders/:orderId/actions/:action                       </orders
  /orders/:orderId/panel/actions/:action                 </orders/:orderId/actions/:action
  /returns                                               /returns/
  /returns/:exoId                                        </returns
  /returns/:exoId/actions/:action                        </returns
  /returns/:exoId/panel/actions/:action                  </returns/:exoId/actions/:action
  /returns/credits                                       /returns/credits
  /returns/credits/:exoId                                </returns/credits
  /returns/credits/:exoId/actions/:action                /returns/credits/${exoId(148)}/actions/hold
  /returns/credits/:exoId/panel/actions/:action          /returns/credits/${exoId(148)}/panel/actions/hold
  /returns/credits/:exoId/:command                       </returns/credits
  /edi/myer                                              /edi/myer
  /edi/myer/gap                                          </edi/myer
  /edi/myer/partners                                     /edi/myer/partners
  /edi/myer/check-file                                   /edi/myer/check-file
  /edi/myer/interchanges                                 /edi/myer/interchanges
  /edi/myer/interchanges/:interchangeId                  </edi/myer/interchanges
  /edi/myer/interchanges/:interchangeId/actions/:action  </edi/myer/interchanges
  /edi/myer/interchanges/:interchangeId/panel/actions/:action  </edi/myer/interchanges/:interchangeId/actions/:action
  /edi/myer/interchanges/:interchangeId/segments         </edi/myer/interchanges/:interchangeId
  /edi/myer/orders                                       /edi/myer/orders
  /edi/myer/orders/:orderId                              </edi/myer/orders
  /edi/myer/orders/:orderId/actions/:action              </edi/myer/orders
  /edi/myer/orders/:orderId/panel/actions/:action        </edi/myer/orders/:orderId/actions/:action
  /edi/myer/orders/:orderId/thread                       </edi/myer/orders/:orderId
  /today                                                 /today
  /today/actions                                         /today/actions
  /products                                              /products/
  /products/refused                                      /products/refused?message=Category+is+not+mapped+for+this+channel
  /products/:styleCode                                   </products
  /sessions                                              /sessions
  /sessions/:handle/end                                  </sessions
  /people                                                /people
  /people/:handle/end                                    </people
  /audit                                                 /audit
  /views                                                 /views
  /views/new                                             /views/new?list=%2Forders%2F
  /bulk                                                  /bulk
  /bulk/:kind                                            /bulk/returns
  /notes/:kind/:recordId                                 </returns/:exoId
  /find                                                  /find
  /guide                                                 /guide
  /guide/:role                                           /guide/clerk
  /preferences                                           /preferences
  /login                                                 /login
  /*                                                     /nowhere
`;

const rowOf = (line: string): ScreenRow => {
  const [screen = "", at = ""] = line.trim().split(/\s+/);
  return at.startsWith("<") ? { screen, from: at.slice(1) } : { screen, at };
};

/** Those, and the heaviest that records make of some. */
export const screenRows: readonly ScreenRow[] = [
  ...screens.trim().split("\n").map(rowOf),
  {
    screen: "/returns/:exoId",
    what: "a return with a history of 2,000 entries, all of them",
    long: "history",
    view: "?tab=history&mundane=1",
  },
  { screen: "/find", what: "a search that leads to its one hit", at: "/find?q=EXO-0001" },
  {
    screen: "/edi/myer/interchanges/:interchangeId",
    what: "an interchange of 1 MB",
    long: "interchange",
    view: "?tab=messages",
  },
];

/** The URL of a screen that is on no long record, from the screens that were opened before; undefined if none leads to it. */
export function addressOf(
  row: Exclude<ScreenRow, { long: LongRecord }>,
  opened: ReadonlyMap<string, Reply>,
): string | undefined {
  if ("at" in row) return row.at;
  const from = opened.get(row.from);
  // Its question above the panel: not every record's panel offers an action.
  if (row.screen.includes("/panel/actions/")) return from?.url.replace("/actions/", "/panel/actions/");
  return from && hrefsIn(from).find((url) => isOf(row.screen, url))?.href;
}

/** Screens that only appear after a write, and why they have no row: their content is in other rows. */
export const behindWrites: Readonly<Record<string, string>> = {
  "/store/:alias/printlabel/stations/print": "takes what Print Label sends",
  "/store/:alias/printlabel/stations/:stationId": "of a station that somebody has set up",
  "/store/:alias/printlabel/stations/:stationId/work": "the same",
  "/people/stations/:alias/:stationId/key": "of a key that somebody has given",
  "/edi/myer/check-file/:fileId": "of a file that was handed in",
  "/views/:viewId": "leads on to the list of a kept view",
  "/views/:viewId/remove": "of a kept view",
  "/bulk/runs/:runId": "of a run that was begun",
  "/work/queues/:queueId": "of a queue that was started",
};
