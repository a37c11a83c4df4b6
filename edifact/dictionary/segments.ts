/** `TAG Name | elements in their order`; `C208*5` occurs up to five times. D.01B, service segments of syntax 3. */
const lines = `
UCD Data element error indication | 0085 S011
UCF Functional group response | 0048 S006 S007 0083 0085 0013 S011
UCI Interchange response | 0020 S002 S003 0083 0085 0013 S011
UCM Message response | 0062 S009 0083 0085 0013 S011
UCS Segment error indication | 0096 0085
UNB Interchange header | S001 S002 S003 S004 0020 S005 0026 0029 0031 0032 0035
UNE Functional group trailer | 0060 0048
UNG Functional group header | 0038 S006 S007 S004 0048 0051 S008 0058
UNH Message header | 0062 S009 0068 S010
UNO Object header | 0800 S020 S021 S022
UNP Object trailer | 0810 0800
UNS Section control | 0081
UNT Message trailer | 0074 0062
UNZ Interchange trailer | 0036 0020
AJT Adjustment details | 4465 1082
ALC Allowance or charge | 5463 C552 4471 1227 C214
ALI Additional information | 3239 9213 4183*5
APR Additional price information | 4043 C138 C960
BGM Beginning of message | C002 C106 1225 4343
CAV Characteristic value | C889
CCI Characteristic/class id | 7059 C502 C240 4051
CNT Control total | C270
COD Component details | C823 C824
COM Communication contact | C076*3
CPS Consignment packing sequence | 7164 7166 7075
CTA Contact information | 3139 C056
CUX Currencies | C504*2 5402 6341
DGS Dangerous goods | 8273 C205 C234 C223 8339 8364 8410 8126 C235 C236 8255 8325 8211
DLM Delivery limitations | 4455 C522 C214 4457
DOC Document/message details | C002 C503 3153 1220 1218
DTM Date/time/period | C507
EQA Attached equipment | 8053 C237
EQD Equipment details | 8053 C237 C224 8077 8249 8169
FII Financial institution information | 3035 C078 C088 3207
FTX Free text | 4451 4453 C107 C108 3453 4447
GIN Goods identity number | 7405 C208*5
GIR Related identification numbers | 7297 C206*5
GIS General indicator | C529
HAN Handling instructions | C524 C218
IMD Item description | 7077 C272 C273 7383
INV Inventory management related details | 4501 7491 4499 4503 C522
LIN Line item | 1082 1229 C212 C829 1222 7083
LOC Place/location identification | 3227 C517 C519 C553 5479
MEA Measurements | 6311 C502 C174 7383
MOA Monetary amount | C516
MTD Maintenance operation details | 7495 4513 3005 3009
NAD Name and address | 3035 C082 C058 C080 C059 3164 C819 3251 3207
PAC Package | 7224 C531 C202 C402 C532
PAI Payment instructions | C534
PAT Payment terms basis | 4279 C110 C112
PCD Percentage details | C501 4405
PCI Package identification | 4233 C210 8275 C827
PIA Additional product id | 4347 C212*5
PRI Price details | C509 5213
QTY Quantity | C186
QVR Quantity variances | C279 4221 C960
RCS Requirements and conditions | 7293 C550 1229 3207
RFF Reference | C506
RJL Accounting journal identification | C595 C596
RNG Range details | 6167 C280
RTE Rate details | C128 4405
SCC Scheduling conditions | 4017 4493 C329
SEL Seal number | 9308 C215 4517 C208
SGP Split goods placement | C237 7224
STG Stages | 9421 6426 6428
STS Status | C601 C555 C556*5
TAX Duty/tax/fee details | 5283 C241 C533 5286 C243 5305 3446 1227
TDT Details of transport | 8051 8028 C220 C228 C040 8101 C401 C222 8281
TMD Transport movement details | C219 8332 8341
TOD Terms of delivery or transport | 4055 4215 C100`;

/** A data element of a segment or composite: its number, and how often it may occur in a row. */
export type ElementPlace = { id: string; times: number };

/** A segment or composite of the directory; `ids` are its data elements, one per place. */
export type Definition = {
  id: string;
  name: string;
  places: readonly ElementPlace[];
  ids: readonly string[];
};

/** Reads `ID Name | places` lines. */
export function definitionsIn(text: string): ReadonlyMap<string, Definition> {
  const definitions = new Map<string, Definition>();
  for (const line of text.trim().split("\n")) {
    const [head = "", tail = ""] = line.split(" | ");
    const [id = "", ...name] = head.split(" ");
    const places = tail.split(" ").map((word) => {
      const [element = "", times = "1"] = word.split("*");
      return { id: element, times: Number(times) };
    });
    const ids = places.flatMap((place) => Array.from({ length: place.times }, () => place.id));
    definitions.set(id, { id, name: name.join(" "), places, ids });
  }
  return definitions;
}

const segments = definitionsIn(lines);

/** A segment of the directory by its tag, or undefined for a tag that none of the six messages has. */
export const segmentDefinition = (tag: string): Definition | undefined => segments.get(tag);
