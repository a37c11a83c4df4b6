import { structure } from "./notation.ts";

/** CONTRL of syntax version 3, which that of version 4 extends at the ends of its segments. */
export const contrl = structure("UCI! 1(UCM 2(UCS UCD*)) 3(UCF 4(UCM 5(UCS UCD*)))");
