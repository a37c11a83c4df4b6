import { structure } from "./notation.ts";

/** DESADV, D.01B. Partners leave out CPS, PAC or PCI where there is one level only: those groups may be implied. */
export const desadv = structure(`
  BGM! DTM* ALI* MEA* MOA* CUX*
  1(RFF DTM) 2(NAD LOC* 3(RFF DTM) 4(CTA COM*)) 5(TOD LOC* FTX*)
  6(TDT PCD* TMD 7(LOC DTM*)) 8(EQD MEA* SEL* EQA* 9(HAN FTX*))
  10~(CPS FTX* QVR*
    11~(PAC MEA* QTY* 12(HAN FTX*)
      13~(PCI RFF DTM* 14(GIR DTM*) 15(GIN DLM*) 16(COD MEA* QTY* PCD*)))
    17(LIN PIA* IMD* MEA* QTY* ALI* GIN* GIR* DLM* DTM* NAD* TDT TMD HAN* FTX* MOA*
      18(RFF NAD CTA DTM) 19(DGS QTY FTX*) 20(LOC NAD DTM QTY*) 21(SGP QTY*)
      22(PCI DTM* MEA* QTY 23(GIN DLM*) 24(HAN FTX* GIN*)) 25(QVR DTM*)))
  CNT*`);
