/** Common codes of the six messages, in our own words: `number: code meaning | code meaning`. */
const lines = `
0001: UNOA Capitals, digits and some signs of ASCII | UNOB ASCII | UNOC ISO 8859-1, Western Europe | UNOD ISO 8859-2, Central Europe | UNOE ISO 8859-5, Cyrillic | UNOF ISO 8859-7, Greek | UNOG ISO 8859-3 | UNOH ISO 8859-4 | UNOI ISO 8859-6, Arabic | UNOJ ISO 8859-8, Hebrew | UNOK ISO 8859-9, Turkish | UNOW Unicode as UTF-8 | UNOX Code extension by escape sequences | UNOY Unicode as UTF-8
0002: 1 Syntax version 1 | 2 Syntax version 2 | 3 Syntax version 3 | 4 Syntax version 4
0007: 1 DUNS number | 8 UCC communications number | 14 GS1 location number (GLN) | ZZ Agreed between the partners | ZZZ Agreed between the partners
0029: A Highest priority
0031: 1 Acknowledgement requested
0035: 1 Test interchange
0051: UN United Nations (UN/CEFACT) | EN European standards | ZZ Agreed between the partners
0065: CONTRL Control Message | ORDERS Order Message | ORDCHG Order Change Message | ORDRSP Order Response Message | INVRPT Inventory Report Message | DESADV Despatch Advice Message
0081: D Heading and detail are separated | S Detail and summary are separated
0083: 4 This level and all below it rejected | 7 Acknowledged: this level, and all below it that is not rejected | 8 Interchange received, not yet checked
0085: 2 Syntax version or level not supported | 7 Not meant for this recipient | 12 Invalid value | 13 Missing | 14 Value not supported here | 15 Not supported here | 16 Too many constituents | 17 No agreement | 18 Unspecified error | 19 Wrong decimal mark | 20 Character cannot be a service character | 21 Invalid character | 22 Invalid service character | 23 Sender unknown | 24 Too old | 25 Test indicator not supported | 26 Duplicate | 27 Security function not supported | 28 References do not match | 29 Count does not match what arrived | 30 Groups and messages mixed | 31 More than one message type in a group | 32 Nothing inside | 33 Outside a message or group | 34 Indicator not allowed | 35 Too many repetitions of an element or segment | 36 Too many repetitions of a segment group | 37 Wrong type of character | 38 No digit before the decimal mark | 39 Too long | 40 Too short | 41 Lasting network error | 42 Passing network error | 43 Recipient unknown | 45 Trailing separator | 46 Character set not supported | 47 Envelope function not supported | 48 Dependency between elements broken
1001: 9 Price or sales catalogue | 35 Inventory report | 105 Purchase order | 220 Order | 221 Blanket order | 224 Rush order | 226 Call-off order | 227 Consignment order | 230 Order change | 231 Order response | 351 Despatch advice | 380 Commercial invoice | 381 Credit note | 610 Forwarding instructions
1153: AAB Proforma invoice number | AAK Despatch advice number | AAJ Delivery order number | AAM Waybill number | AAN Delivery schedule number | AAS Transport document number | ABO Originator's reference | ABQ Importer's reference | ACD Additional reference | ACE Related document number | ACW Previous message's reference | ADE Account number | AFO Beneficiary's reference | AHP Tax registration number | ALO Receiving advice number | AMT Goods and services tax number | API Inventory report number | BC Buyer's contract number | BM Bill of lading number | BO Blanket order number | CN Carrier's reference number | CR Customer's reference number | CT Contract number | CU Consignor's reference number | DQ Delivery note number | IA Vendor's internal number | IT Buyer's internal customer number | IV Invoice number | LI Line item's reference number | OI Previous invoice number | ON Buyer's order number | OP Original purchase order | PD Promotion deal number | PK Packing list number | PL Price list number | PP Purchase order change number | SRN Shipment reference number | SS Seller's reference number | UC Ultimate customer's reference number | UO Ultimate customer's order number | VA VAT registration number | VN Vendor's order number | XA Company registration number | ZZZ Agreed between the partners
1225: 1 Cancellation | 2 Addition | 3 Deletion | 4 Change | 5 Replacement | 6 Confirmation | 7 Duplicate | 9 Original | 16 Proposed | 22 Final transmission | 27 Not accepted | 29 Accepted without amendment | 31 Copy | 42 Confirmation by other means | 46 Provisional
1229: 1 Added | 2 Deleted | 3 Changed | 4 No action | 5 Accepted without amendment | 6 Accepted with amendment | 7 Not accepted | 10 Not found | 24 Accepted with changes that need no confirmation
2005: 2 Requested delivery | 4 Order | 7 Effective | 10 Requested shipment or despatch | 11 Despatch | 17 Estimated delivery | 35 Actual delivery | 36 Expiry | 37 Ship not before | 38 Ship not later than | 44 Available | 50 Goods received | 61 Cancel if not delivered by then | 63 Latest delivery | 64 Earliest delivery | 67 Current schedule of delivery | 69 Promised delivery | 71 Requested for delivery after | 79 Promised shipment | 94 Production or manufacture | 124 Despatch note issued | 132 Estimated arrival | 133 Estimated departure | 137 Document or message | 171 Reference | 179 Booking | 182 Issued | 194 Start | 200 Pick-up | 206 End | 234 Earliest collection | 235 Latest collection | 263 Invoicing period | 265 Due | 273 Validity period | 325 Tax period | 366 Inventory report
2379: 2 DDMMYY | 101 YYMMDD | 102 CCYYMMDD | 201 YYMMDDHHMM | 203 CCYYMMDDHHMM | 204 CCYYMMDDHHMMSS | 303 CCYYMMDDHHMM and zone | 401 HHMM | 602 CCYY | 609 YYMM | 610 CCYYMM | 616 CCYYWW | 711 From CCYYMMDD to CCYYMMDD | 718 From CCYYMMDD to CCYYMMDD | 719 From CCYYMMDDHHMM to CCYYMMDDHHMM | 801 Years | 802 Months | 803 Weeks | 804 Days
3035: AB Buyer's agent | BY Buyer | CA Carrier | CN Consignee | CZ Consignor | DP Delivery party | FW Freight forwarder | GM Inventory controller | IV Invoicee | MF Manufacturer | MR Message recipient | MS Message sender | OB Ordered by | PE Payee | PR Payer | PW Despatch party | SE Seller | SF Ship from | SN Store number | SR Supplier's agent | ST Ship to | SU Supplier | UC Ultimate consignee | UD Ultimate customer | WH Warehouse keeper
3045: 1 Family name, then given name
3055: 3 IATA | 5 ISO | 6 UN/ECE | 9 GS1 | 16 Dun & Bradstreet | 86 Party that originated the message | 91 Assigned by the seller | 92 Assigned by the buyer | 182 Standard carrier alpha code | ZZZ Agreed between the partners
3139: AD Accounting | BC Bank | DL Delivery | GR Goods receiving | IC Information | LB Place of delivery | OC Order | PD Purchasing | SD Shipping | SU Supplier | WH Warehouse
3153: EM Electronic mail | FX Fax | TE Telephone
3155: AL Mobile telephone | CA Cable address | EI EDI | EM Electronic mail | FX Fax | TE Telephone | XF X.400
3227: 1 Place of terms of delivery | 5 Place of departure | 7 Place of delivery | 8 Place of destination | 9 Place of loading | 11 Place of discharge | 13 Place of transhipment | 14 Location of goods | 18 Warehouse | 19 Factory or plant | 20 Place of ultimate destination | 27 Country of origin | 28 Country of destination | 162 Place of sale | 198 Original location
4055: 1 Price condition | 2 Despatch condition | 3 Price and despatch condition | 5 Transport condition | 6 Delivery condition
4215: CC Collect | PP Prepaid | PC Prepaid, charged to the consignee | NC Free of charge
4221: AC Over-shipped | AS Available and committed | BK Held for want of stock | BP Partly shipped, rest on back order | CN Next carrier | CP Partly shipped, order complete
4233: 17 Seller's instructions | 18 Carrier's instructions | 24 Shipper assigned | 30 Marked with the SSCC | 33E Marked with the SSCC
4343: AC Acknowledged with detail and changes | AD Acknowledged with detail, without changes | AP Accepted | CA Conditionally accepted | NA No acknowledgement needed | RE Rejected
4347: 1 Additional identification | 3 Substituted by | 4 Substituted for | 5 Product identification
4451: AAI General information | AAA Goods description | AAO Error description | ACB Additional information | ACD Reason | CHG Change information | DEL Delivery information | DIN Delivery instructions | INV Invoice instruction | LIN Line item | OSI Other service information | ORI Order information | PAC Packing information | PRD Product information | PUR Purchasing information | SPH Special handling | SUR Supplier remarks | TRA Transport information | ZZZ Agreed between the partners
4465: 1 Agreed settlement | 2 Below standard | 3 Damaged goods | 4 Short delivery | 5 Price query
4501: 1 Movement out of inventory | 2 Movement into inventory
4503: 1 Book-keeping balance | 2 Counted balance | 3 Interim count
5025: 8 Allowance or charge | 9 Amount due | 23 Charge | 25 Charge basis | 38 Invoice item amount | 64 Freight | 66 Goods item total | 77 Invoice amount | 79 Total of the line items | 86 Message total | 124 Tax | 125 Taxable amount | 128 Total amount | 146 Unit price | 150 VAT | 176 Total duty or tax | 203 Line item amount | 204 Allowance | 259 Total charges | 260 Total allowances | 402 Retail value
5125: AAA Calculation net | AAB Calculation gross | AAE Information price, without allowances and taxes | AAF Information price, without allowances, with taxes | CAL Calculation price | INF Information | INV Invoice billing price
5153: GST Goods and services tax | VAT Value added tax | FRE Free of tax
5283: 5 Customs duty | 6 Fee | 7 Tax | 9 Tax related information
5375: AA Cancellation price | CA Catalogue | CT Contract | DI Distributor | PE Price per each | PU Price per unit | SR Suggested retail | WH Wholesale
5387: AAA Reference price | NTP Net unit price | RTP Retail price | SRP Suggested retail price | TU Traded unit price
5463: A Allowance | C Charge | N Neither allowance nor charge
6063: 1 Discrete | 3 Cumulative | 11 Split | 12 Despatched | 17 On hand | 21 Ordered | 46 Delivered | 47 Invoiced | 48 Received | 52 Per pack | 53 Minimum order | 54 Maximum order | 59 Consumer units in the traded unit | 61 Returned | 73 Outstanding | 83 Backorder | 113 To be delivered | 119 Short shipped | 124 Damaged | 145 Actual stock | 153 Sales | 192 Free goods | 194 Received and accepted
6069: 1 Sum of the quantities | 2 Number of line items | 3 Line and sub-line items | 7 Total gross weight | 11 Packages | 16 Total equipment units | 18 Total net weight
6311: AAE Measurement | AAX Outer packing | AAY Package | CT Counts | PD Physical dimensions | WT Weights
6313: AAA Net weight | AAB Gross weight of the unit | AAD Gross weight of the consignment | AAL Net net weight | ABJ Volume | DP Depth | G Gross weight | HT Height | LN Length | WD Width
6343: 4 Invoicing currency | 8 Price list currency | 9 Order currency | 10 Pricing currency | 11 Payment currency
6347: 1 Charge payment currency | 2 Reference currency | 3 Target currency
6411: BX Box | CMT Centimetre | CT Carton | DZN Dozen | EA Each | GRM Gram | KGM Kilogram | LTR Litre | MTR Metre | MTQ Cubic metre | NAR Number of articles | NMP Number of packs | PA Packet | PCE Piece | PR Pair | SET Set | TNE Tonne
7065: 08 Returnable pallet | 09 One-way pallet | 200 Pallet ISO half | 201 Pallet ISO 1 | 202 Pallet ISO 2 | BG Bag | BX Box | CS Case | CT Carton | PA Packet | PB Box pallet | PC Parcel | PK Package | PX Pallet | RO Roll | SW Shrink-wrapped
7075: 1 Inner | 2 Intermediate | 3 Outer | 4 No packaging hierarchy | 5 Shipment level
7077: A Free text, long | B Code and text | C Code | D Free text for receipts | E Free text, short | F Free text | S Structured | X Semi-structured
7081: 8 Product | 13 Quality | 35 Colour | 38 Grade | 79 Other physical description | 98 Size
7143: AA Product version | BP Buyer's part number | CG Commodity grouping | EN International article number (EAN) | GB Buyer's product group | GN National product group | HS Harmonised system | IB ISBN | IN Buyer's item number | MF Manufacturer's article number | MN Model number | MP Product or service number | NB Batch number | PV Promotional variant | SA Supplier's article number | SG Standard group of products | SK Stock keeping unit | SN Serial number | SRV GS1 article number (GTIN) | UA Ultimate customer's article number | UP Universal product code | VN Vendor's item number | VS Vendor's supplemental item number | ZZZ Agreed between the partners
7405: AW Serial shipping container code | BJ Serial shipping container code (SSCC) | BN Serial number | BX Batch number | ML Marking or label number
7491: 1 Accepted inventory | 2 Damaged inventory | 3 Bonded inventory | 4 Reserved
8051: 1 Inland transport | 10 Pre-carriage | 20 Main carriage | 30 On-carriage
8067: 1 Sea | 10 Sea | 2 Rail | 20 Rail | 3 Road | 30 Road | 4 Air | 40 Air | 5 Mail | 50 Mail | 60 More than one mode`;

const codes = new Map<string, ReadonlyMap<string, string>>();
for (const line of lines.trim().split("\n")) {
  const list = new Map<string, string>();
  for (const entry of line.slice(6).split(" | ")) {
    const space = entry.indexOf(" ");
    list.set(entry.slice(0, space), entry.slice(space + 1));
  }
  codes.set(line.slice(0, 4), list);
}

/** The meaning of a data element's code in English, or undefined for an uncommon one. */
export const codeMeaning = (element: string, code: string): string | undefined =>
  codes.get(element)?.get(code.trim());
