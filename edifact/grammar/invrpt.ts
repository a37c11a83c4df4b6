import { structure } from "./notation.ts";

/** INVRPT, D.01B. D.96A has QTY before INV, which may be left out: QTY opens the group, too. */
export const invrpt = structure(`
  BGM! FTX* DTM*
  1(RFF DTM) 2(NAD LOC* 3(RFF DTM) 4(CTA COM*)) 5(CUX DTM)
  6(CPS 7(PAC PCI* 8(QTY GIN* DTM*)))
  9(LIN PIA* IMD* NAD MEA* ALI* LOC* DTM* FTX* 10(RFF DTM)
    11~(INV QTY~ GIN* LOC* DTM* STS* 12(NAD LOC) 13(PRI CUX DTM) 14(RFF DTM)
      15(CPS 16(PAC MEA* QTY* 17(PCI RFF DTM* GIN* 18(GIR DTM*))))))`);
