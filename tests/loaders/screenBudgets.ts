/**
 * The maximum cost of a screen: KB of HTML (gzip), KB of scripts and style (brotli), requests including the page,
 * elements, and API calls apart from those cached for a session.
 */
type Budget = [html: number, code: number, requests: number, elements: number, calls: number];

/** The longest records: a return of the seed, and an uploaded interchange. */
export type LongRecord = "history" | "interchange";

/**
 * A screen is opened `at` a URL, or by the first link of its kind on the screen in `from`, or on the longest record of
 * its kind.
 */
export type ScreenRow = { screen: string; what?: string; budget: Budget } & (
  | { at: string }
  | { from: string }
  | { long: LongRecord; view: string }
);

/** Every screen of `app/routes.ts` with its URL, or after `<` the screen with a link to it, and its budget. */
const screens = `
  /                                                      /                                            13  120   24   240    0
  /store                                                 /store                                       13  120   24   240    0
  /store/:alias                                          /store/CLK                                   15  128   19   700    4
  /store/:alias/products                                 /store/CLK/products                          14  112   15   810    1
  /store/:alias/products/:productId                      </store/:alias/products                      17  132   19  1040    2
  /store/:alias/products/:productId/actions/:action      </store/:alias/products                      15  132   24   850    2
  /store/:alias/orders                                   /store/CLK/orders                            18  113   15  1270    1
  /store/:alias/orders/:orderId                          </store/:alias/orders                        21  132   18  1420    4
  /store/:alias/orders/:orderId/actions/:action          </store/:alias/orders                        20  133   24  1360    2
  /store/:alias/customrules                              /store/CLK/customrules                        9  125   16   350    1
  /store/:alias/customrules/new                          /store/CLK/customrules/new                   11  180   27   510    3
  /store/:alias/customrules/timeline                     /store/CLK/customrules/timeline               9  131   19   420    2
  /store/:alias/customrules/price                        /store/CLK/customrules/price                  9  132   20   380    1
  /store/:alias/customrules/:ruleId                      /store/CLK/customrules/CLK-RULE-001          15  180   27   790    2
  /store/:alias/customrules/:ruleId/:command             /store/CLK/customrules/CLK-RULE-001/toggle   10  133   26   410    2
  /store/:alias/printlabel                               /store/CLK/printlabel                        16  130   20   760    1
  /store/:alias/printlabel/setup                         /store/CLK/printlabel/setup                   7  124   20   290    0
  /store/:alias/printlabel/wrong                         /store/CLK/printlabel/wrong                   6  115   16   190    0
  /store/:alias/printlabel/stations                      /store/CLK/printlabel/stations                6  117   18   180    0
  /store/:alias/printlabel/sheet                         /store/CLK/printlabel/sheet                   5  116   14   170    1
  /store/:alias/shipments                                /store/CLK/shipments                          9  111   14   450    1
  /store/:alias/returns                                  /store/CLK/returns                           14  117   17  1320    1
  /store/:alias/returns/:exoId                           </store/:alias/returns                       20  137   19  1680    5
  /store/:alias/returns/:exoId/actions/:action           </store/:alias/returns                       16  135   24  1380    2
  /store/:alias/nswvoucher                               /store/CLK/nswvoucher                         5  141   16   170    0
  /store/:alias/interchanges                             /store/MYR/interchanges                       8  119   15   370    1
  /store/:alias/interchanges/:interchangeId              </store/:alias/interchanges                  10  132   19   480    3
  /store/:alias/ediorders                                /store/MYR/ediorders                         10  119   15   450    1
  /store/:alias/ediorders/:orderId                       </store/:alias/ediorders                     12  132   19   600    3
  /orders                                                /orders/                                     16  112   12  1230    1
  /orders/:orderId                                       </orders                                     19  132   16  1380    6
  /orders/:orderId/actions/:action                       </orders                                     18  132   21  1330    2
  /returns                                               /returns/                                    15  116   14  1400    1
  /returns/:exoId                                        </returns                                    20  136   16  1790    5
  /returns/:exoId/actions/:action                        </returns                                    16  134   21  1460    2
  /returns/credits                                       /returns/credits                              9  111   13   620    1
  /returns/credits/:exoId/:command                       </returns/credits                            10  129   21   660    2
  /edi/myer                                              /edi/myer                                     8  129   14   400    2
  /edi/myer/gap                                          </edi/myer                                    9  161   23   450    3
  /edi/myer/partners                                     /edi/myer/partners                            5  119   11   180    1
  /edi/myer/check-file                                   /edi/myer/check-file                          5  148   17   160    0
  /edi/myer/interchanges                                 /edi/myer/interchanges                       16  122   14  1390    2
  /edi/myer/interchanges/:interchangeId                  </edi/myer/interchanges                      19  136   19  1550    3
  /edi/myer/interchanges/:interchangeId/actions/:action  </edi/myer/interchanges                      18  161   26  1440    3
  /edi/myer/interchanges/:interchangeId/segments         </edi/myer/interchanges/:interchangeId       10  122   13   580    1
  /edi/myer/orders                                       /edi/myer/orders                             20  122   13  1560    2
  /edi/myer/orders/:orderId                              </edi/myer/orders                            23  139   19  1720    3
  /edi/myer/orders/:orderId/actions/:action              </edi/myer/orders                            22  160   25  1600    3
  /edi/myer/orders/:orderId/thread                       </edi/myer/orders/:orderId                    7  129   15   310    2
  /today                                                 /today                                       22  121   14  1320    4
  /today/actions                                         /today/actions                                6  109   11   250    0
  /products                                              /products/                                   11  110   10   770    1
  /products/refused                                      /products/refused?message=Category+is+not+mapped+for+this+channel  17  111   15  1400   17
  /products/:styleCode                                   </products                                   14  128   14   990    0
  /sessions                                              /sessions                                     5  109   11   170    0
  /sessions/:handle/end                                  </sessions                                    6  124   18   200    0
  /people                                                /people                                       5  109   11   170    0
  /people/:handle/end                                    </people                                      6  124   18   200    0
  /audit                                                 /audit                                        6  113   11   250    0
  /views                                                 /views                                        4  109   10   130    0
  /views/new                                             </orders                                      5  120   15   160    0
  /bulk                                                  /bulk                                         4  109   10   130    0
  /bulk/:kind                                            /bulk/returns                                 5  120   12   140    0
  /notes/:kind/:recordId                                 </returns/:exoId                              5  122   12   170    1
  /find                                                  /find                                         5  116   11   180    0
  /guide                                                 /guide                                        5  119   12   170    0
  /guide/:role                                           /guide/clerk                                  9  120   15   350    0
  /preferences                                           /preferences                                  5  119   12   180    0
  /login                                                 /login                                       16   100    9    40    0
  /*                                                     /nowhere                                      5   115   10   140    0
`;

const rowOf = (line: string): ScreenRow => {
  const [screen = "", at = "", ...figures] = line.trim().split(/\s+/);
  const [html = 0, code = 0, requests = 0, elements = 0, calls = 0] = figures.map(Number);
  const budget: Budget = [html, code, requests, elements, calls];
  return at.startsWith("<") ? { screen, from: at.slice(1), budget } : { screen, at, budget };
};

/** Those, and the heaviest that records make of some. */
export const screenRows: readonly ScreenRow[] = [
  ...screens.trim().split("\n").map(rowOf),
  {
    screen: "/returns/:exoId",
    what: "a return with a history of 2,000 entries, all of them",
    long: "history",
    view: "?tab=history&mundane=1",
    budget: [21, 136, 16, 1960, 5],
  },
  {
    screen: "/find",
    what: "a search that leads to its one hit",
    at: "/find?q=EXO-0001",
    budget: [21, 136, 16, 1800, 21],
  },
  {
    screen: "/edi/myer/interchanges/:interchangeId",
    what: "an interchange of 1 MB",
    long: "interchange",
    view: "?tab=messages",
    budget: [19, 137, 19, 1540, 3],
  },
];

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
