/** Data elements of D.01B and of syntax 3: `number Name | number Name`. */
const lines = `
0001 Syntax identifier | 0002 Syntax version number | 0004 Sender identification
0007 Partner identification code qualifier | 0008 Address for reverse routing
0010 Recipient identification | 0013 Service segment tag, coded | 0014 Routing address
0017 Date of preparation | 0019 Time of preparation | 0020 Interchange control reference
0022 Recipient's reference/password | 0025 Recipient's reference/password qualifier
0026 Application reference | 0029 Processing priority code | 0031 Acknowledgement request
0032 Communications agreement ID | 0035 Test indicator | 0036 Interchange control count
0038 Functional group identification | 0040 Application sender identification
0044 Application recipient identification | 0048 Functional group reference number | 0051 Controlling agency
0052 Message version number | 0054 Message release number | 0057 Association assigned code
0058 Application password | 0060 Number of messages | 0062 Message reference number | 0065 Message type
0068 Common access reference | 0070 Sequence of transfers | 0073 First and last transfer
0074 Number of segments in the message | 0081 Section identification | 0083 Action, coded
0085 Syntax error, coded | 0096 Segment position in message
0098 Erroneous data element position in segment | 0104 Erroneous component data element position
0800 Package reference number | 0802 Reference identification number | 0805 Object type qualifier
0808 Object type attribute | 0809 Object type attribute identification
0810 Length of object in octets of bits | 0813 Reference qualifier | 0814 Number of segments before object
0815 Sequence of object | 1000 Document name | 1001 Document name code | 1004 Document identifier | 1056 Version identifier
1060 Revision identifier | 1082 Line item identifier | 1131 Code list identification code
1153 Reference code qualifier | 1154 Reference identifier | 1156 Document line identifier
1170 Accounting journal name | 1171 Accounting journal identifier
1218 Document originals required quantity | 1220 Document copies required quantity
1222 Configuration level number | 1225 Message function code | 1227 Calculation sequence code
1229 Action request/notification description code | 1230 Allowance or charge identifier
1366 Document source description | 1373 Document status code
2005 Date or time or period function code qualifier | 2009 Terms time relation code | 2013 Frequency code
2015 Despatch pattern code | 2017 Despatch pattern timing code | 2151 Period type code
2152 Period count quantity | 2379 Date or time or period format code | 2380 Date or time or period value
2475 Time reference code | 3005 Maintenance operation operator code | 3009 Maintenance operation payer code
3035 Party function code qualifier | 3036 Party name | 3039 Party identifier
3042 Street and number or post office box identifier | 3045 Party name format code
3055 Code list responsible agency code | 3124 Name and address description | 3127 Carrier identifier
3128 Carrier name | 3139 Contact function code | 3148 Communication address identifier
3153 Communication medium type code | 3155 Communication address code qualifier | 3164 City name
3192 Account holder name | 3194 Account holder identifier | 3207 Country name code
3222 First related location name | 3223 First related location name code | 3224 Location name
3225 Location name code | 3227 Location function code qualifier | 3228 Country sub-entity name
3229 Country sub-entity name code | 3232 Second related location name
3233 Second related location name code | 3239 Country of origin name code | 3251 Postal identification code
3412 Department or employee name | 3413 Department or employee name code | 3432 Institution name
3433 Institution name code | 3434 Institution branch identifier | 3436 Institution branch location name
3446 Party tax identifier | 3453 Language name code | 4000 Reference version identifier
4017 Delivery plan commitment level code | 4043 Trade class code | 4051 Characteristic relevance code
4052 Delivery or transport terms description | 4053 Delivery or transport terms description code
4055 Delivery or transport terms function code | 4078 Handling instruction description
4079 Handling instruction description code | 4183 Special condition code
4215 Transport charges payment method code | 4221 Discrepancy nature identification code
4233 Marking instructions code | 4276 Payment terms description | 4277 Payment terms description identifier
4279 Payment terms type code qualifier | 4294 Change reason description
4295 Change reason description code | 4343 Response type code | 4347 Product identifier code qualifier
4400 Instruction description | 4401 Instruction description code | 4403 Instruction type code qualifier
4404 Status description | 4405 Status description code | 4431 Payment guarantee means code
4435 Payment channel code | 4439 Payment conditions code | 4440 Free text value | 4441 Free text value code
4447 Free text format code | 4451 Text subject code qualifier | 4453 Free text function code
4455 Back order arrangement type code | 4457 Substitution condition code | 4461 Payment means code
4465 Adjustment reason description code | 4471 Settlement means code | 4474 Accounting entry type name
4475 Accounting entry type name code | 4493 Delivery instruction code | 4499 Inventory movement reason code
4501 Inventory movement direction code | 4503 Inventory balance method code
4513 Maintenance operation code | 4517 Seal condition code | 5004 Monetary amount
5025 Monetary amount type code qualifier | 5118 Price amount | 5125 Price code qualifier
5152 Duty or tax or fee type name | 5153 Duty or tax or fee type name code
5189 Allowance or charge identification code | 5213 Sub-line item price change operation code
5245 Percentage type code qualifier | 5249 Percentage basis identification code
5273 Duty or tax or fee rate basis code | 5278 Duty or tax or fee rate | 5279 Duty or tax or fee rate code
5283 Duty or tax or fee function code qualifier | 5284 Unit price basis value
5286 Duty or tax or fee assessment basis value | 5289 Duty or tax or fee account code
5305 Duty or tax or fee category code | 5375 Price type code | 5387 Price specification code
5393 Price multiplier type code qualifier | 5394 Price multiplier rate | 5402 Currency exchange rate
5419 Rate type code qualifier | 5420 Unit price basis rate | 5463 Allowance or charge code qualifier
5479 Relation code | 5482 Percentage | 5495 Sub-line indicator code | 6060 Quantity
6063 Quantity type code qualifier | 6064 Quantity variance value | 6066 Control total value
6069 Control total type code qualifier | 6152 Range maximum value | 6154 Non-discrete measurement name
6155 Non-discrete measurement name code | 6162 Range minimum value | 6167 Range type code qualifier
6311 Measurement purpose code qualifier | 6313 Measured attribute code | 6314 Measurement value
6321 Measurement significance code | 6341 Exchange rate currency market identifier
6343 Currency type code qualifier | 6345 Currency identification code | 6347 Currency usage code qualifier
6348 Currency rate value | 6411 Measurement unit code | 6426 Process stages quantity
6428 Process stages actual quantity | 6432 Significant digits quantity | 7008 Item description
7009 Item description code | 7036 Characteristic description | 7037 Characteristic description code
7059 Class type code | 7064 Type of packages | 7065 Package type description code
7073 Packaging terms and conditions code | 7075 Packaging level code | 7077 Description format code
7081 Item characteristic code | 7083 Configuration operation code | 7088 Dangerous goods flashpoint value
7102 Shipping marks description | 7106 Shipment flashpoint value | 7110 Characteristic value description
7111 Characteristic value description code | 7124 United Nations Dangerous Goods (UNDG) identifier
7130 Customer shipment authorisation identifier | 7140 Item identifier | 7143 Item type identification code
7160 Special service description | 7161 Special service description code
7164 Hierarchical structure level identifier | 7166 Hierarchical structure parent identifier
7187 Process type description code | 7224 Package quantity | 7233 Packaging related description code
7293 Sector area identification code qualifier | 7294 Requirement or condition description
7295 Requirement or condition description identifier | 7297 Set type code qualifier
7365 Processing indicator description code | 7383 Surface or layer code | 7402 Object identifier
7405 Object identification code qualifier | 7418 Hazardous material category name
7419 Hazardous material category name code | 7491 Inventory type code | 7495 Object type code qualifier
7504 Unit or component type description | 7505 Unit or component type description code
7506 Component material description | 7507 Component material description code | 7511 Marking type code
8028 Means of transport journey identifier | 8051 Transport stage code qualifier
8053 Equipment type code qualifier | 8066 Transport mode name | 8067 Transport mode name code
8077 Equipment supplier code | 8078 Additional hazard classification identifier
8092 Hazard code version identifier | 8101 Transit direction indicator code
8126 Transport emergency card identifier | 8154 Equipment size and type description
8155 Equipment size and type description code | 8158 Orange hazard placard upper part identifier
8169 Full or empty indicator code | 8178 Transport means description | 8179 Transport means description code
8186 Orange hazard placard lower part identifier | 8211 Hazardous cargo transport authorisation code
8212 Transport means identification name | 8213 Transport means identification name identifier
8246 Dangerous goods marking identifier | 8249 Equipment status code | 8255 Packing instruction type code
8260 Equipment identifier | 8273 Dangerous goods regulations code
8275 Container or package contents indicator code | 8281 Transport means ownership indicator code
8325 Hazardous means of transport category code | 8332 Equipment plan description
8334 Movement type description | 8335 Movement type description code | 8339 Packaging danger level code
8341 Haulage arrangements code | 8351 Hazard identification code
8364 Emergency procedure for ships identifier | 8393 Returnable package load contents code
8395 Returnable package freight payment responsibility code | 8410 Hazard medical first aid guide identifier
8453 Transport means nationality code | 8457 Excess transportation reason code
8459 Excess transportation responsibility code | 9012 Status reason description
9013 Status reason description code | 9015 Status category code | 9213 Duty regime type code
9302 Sealing party name | 9303 Sealing party name code | 9308 Seal identifier
9421 Process stage code qualifier`;

const names: ReadonlyMap<string, string> = new Map(
  lines
    .trim()
    .split(/\n| \| /)
    .map((line) => [line.slice(0, 4), line.slice(5)]),
);

/** The name of a data element by its number, or undefined where it is not one of those that the six messages have. */
export const elementName = (id: string): string | undefined => names.get(id);
