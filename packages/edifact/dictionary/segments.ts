/** `TAG Name | elements in their order`; `C208*5` occurs up to five times. D.01B, service segments of syntax 3. */
const segmentLines = `
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

/** `ID Name | elements in their order`. D.01B; S… of syntax 3. */
const compositeLines = `
S001 Syntax identifier | 0001 0002
S002 Interchange sender | 0004 0007 0008
S003 Interchange recipient | 0010 0007 0014
S004 Date and time of preparation | 0017 0019
S005 Recipient's reference password | 0022 0025
S006 Application sender identification | 0040 0007
S007 Application recipient identification | 0044 0007
S008 Message version | 0052 0054 0057
S009 Message identifier | 0065 0052 0054 0051 0057
S010 Status of the transfer | 0070 0073
S011 Data element identification | 0098 0104
S020 Reference identification | 0813 0802
S021 Object type identification | 0805 0809 0808 0051
S022 Status of the object | 0810 0814 0070 0073 0815
C002 Document message name | 1001 1131 3055 1000
C040 Carrier | 3127 1131 3055 3128
C056 Department or employee details | 3413 3412
C058 Name and address | 3124*5
C059 Street | 3042*4
C076 Communication contact | 3148 3155
C078 Account holder identification | 3194 3192*2 6345
C080 Party name | 3036*5 3045
C082 Party identification details | 3039 1131 3055
C088 Institution identification | 3433 1131 3055 3434 1131 3055 3432 3436
C100 Terms of delivery or transport | 4053 1131 3055 4052*2
C106 Document message identification | 1004 1056 1060
C107 Text reference | 4441 1131 3055
C108 Text literal | 4440*5
C110 Payment terms | 4277 1131 3055 4276*2
C112 Terms time information | 2475 2009 2151 2152
C128 Rate details | 5419 5420 5284 6411
C138 Price multiplier information | 5394 5393
C174 Value range | 6411 6314 6162 6152 6432
C186 Quantity details | 6063 6060 6411
C202 Package type | 7065 1131 3055 7064
C205 Hazard code | 8351 8078 8092
C206 Identification number | 7402 7405 4405
C208 Identity number range | 7402*2
C210 Marks and labels | 7102*10
C212 Item number identification | 7140 7143 1131 3055
C214 Special services identification | 7161 1131 3055 7160*2
C215 Seal issuer | 9303 1131 3055 9302
C218 Hazardous material | 7419 1131 3055 7418
C219 Movement type | 8335 8334
C220 Mode of transport | 8067 8066
C222 Transport identification | 8213 1131 3055 8212 8453
C223 Dangerous goods shipment flashpoint | 7106 6411
C224 Equipment size and type | 8155 1131 3055 8154
C228 Transport means | 8179 8178
C234 UNDG information | 7124 7088
C235 Hazard identification placard details | 8158 8186
C236 Dangerous goods label | 8246*3
C237 Equipment identification | 8260 1131 3055 3207
C240 Product characteristic | 7037 1131 3055 7036*2
C241 Duty/tax/fee type | 5153 1131 3055 5152
C243 Duty/tax/fee detail | 5279 1131 3055 5278 5273 1131 3055
C270 Control | 6069 6066 6411
C272 Item characteristic | 7081 1131 3055
C273 Item description | 7009 1131 3055 7008*2 3453
C279 Quantity difference information | 6064 6063
C280 Range | 6411 6162 6152
C329 Pattern description | 2013 2015 2017
C401 Excess transportation information | 8457 8459 7130
C402 Package type identification | 7077 7064 7143 7064 7143
C501 Percentage details | 5245 5482 5249 1131 3055
C502 Measurement details | 6313 6321 6155 6154
C503 Document message details | 1004 1373 1366 3453 1056 1060
C504 Currency details | 6347 6345 6343 6348
C506 Reference | 1153 1154 1156 4000 1060
C507 Date/time/period | 2005 2380 2379
C509 Price information | 5125 5118 5375 5387 5284 6411
C516 Monetary amount | 5025 5004 6345 6343 4405
C517 Location identification | 3225 1131 3055 3224
C519 Related location one identification | 3223 1131 3055 3222
C522 Instruction | 4403 4401 1131 3055 4400
C524 Handling instructions | 4079 1131 3055 4078
C529 Processing indicator | 7365 1131 3055 7187
C531 Packaging details | 7075 7233 7073
C532 Returnable package details | 8395 8393
C533 Duty/tax/fee account detail | 5289 1131 3055
C534 Payment instruction details | 4439 4431 4461 1131 3055 4435
C550 Requirement/condition identification | 7295 1131 3055 7294
C552 Allowance/charge information | 1230 5189
C553 Related location two identification | 3233 1131 3055 3232
C555 Status | 4405 1131 3055 4404
C556 Status reason | 9013 1131 3055 9012
C595 Accounting journal identification | 1171 1131 3055 1170
C596 Accounting entry type details | 4475 1131 3055 4474
C601 Status category | 9015 1131 3055
C819 Country sub-entity details | 3229 1131 3055 3228
C823 Type of unit/component | 7505 1131 3055 7504
C824 Component material | 7507 1131 3055 7506
C827 Type of marking | 7511 1131 3055
C829 Sub-line information | 5495 1082
C889 Characteristic value | 7111 1131 3055 7110*2
C960 Reason for change | 4295 1131 3055 4294`;

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
function definitionsIn(text: string): ReadonlyMap<string, Definition> {
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

const segments = definitionsIn(segmentLines);
const composites = definitionsIn(compositeLines);

/** A segment of the directory by its tag, or undefined for a tag that none of the six messages has. */
export const segmentDefinition = (tag: string): Definition | undefined => segments.get(tag);

/** A composite by its number, or undefined where the number is that of a simple data element. */
export const compositeDefinition = (id: string): Definition | undefined => composites.get(id);
