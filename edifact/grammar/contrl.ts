import { structure } from "./notation.ts";

/** CONTRL of syntax version 3. */
export const contrl = structure("UCI! 1(UCM 2(UCS UCD*)) 3(UCF 4(UCM 5(UCS UCD*)))");
