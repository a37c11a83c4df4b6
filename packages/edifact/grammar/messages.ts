import { type GroupRule, structure } from "./notation.ts";

/** CONTRL of syntax version 3, which that of version 4 extends at the ends of its segments. */
const contrl = structure("UCI! 1(UCM 2(UCS UCD*)) 3(UCF 4(UCM 5(UCS UCD*)))");

/** ORDERS, D.01B. */
const orders = structure(`
  BGM! DTM* PAI ALI* IMD* FTX* GIR*
  1(RFF DTM*)
  2(NAD LOC* FII* 3(RFF DTM*) 4(DOC DTM*) 5(CTA COM*))
  6(TAX MOA LOC*) 7(CUX PCD* DTM*) 8(PAT DTM* PCD 9(MOA GIR* RJL*))
  10(TDT 11(LOC DTM*)) 12(TOD LOC*) 13(PAC MEA* 14(PCI RFF DTM* GIN*))
  15(EQD HAN* MEA* FTX*) 16(SCC FTX* RFF* 17(QTY DTM*)) 18(APR DTM* RNG)
  19(ALC ALI* DTM* 20(QTY RNG) 21(PCD RNG) 22(MOA RNG) 23(RTE RNG) 24(TAX MOA))
  25(RCS RFF* DTM* FTX*) 26(DGS FTX* 27(CTA COM*))
  28(LIN PIA* IMD* MEA* QTY* PCD* ALI* DTM* MOA* GIS* GIN* GIR* QVR DOC* PAI MTD* FTX*
    29(CCI CAV* MEA*) 30(PAT DTM* PCD 31(MOA GIR*)) 32(PRI CUX APR* RNG DTM*) 33(RFF DTM* GIS* MOA*)
    34(PAC MEA* QTY* DTM* 35(RFF DTM*) 36(PCI RFF DTM* GIN*)) 37(LOC QTY PCD DTM*) 38(TAX MOA LOC*)
    39(NAD LOC* FII* 40(RFF DTM*) 41(DOC DTM*) 42(CTA COM*))
    43(ALC ALI* DTM* 44(QTY RNG) 45(PCD RNG) 46(MOA RNG) 47(RTE RNG) 48(TAX MOA))
    49(TDT 50(LOC DTM*)) 51(TOD LOC*) 52(EQD HAN* MEA* FTX*) 53(SCC FTX* RFF* 54(QTY DTM*))
    55(RCS RFF* DTM* FTX*) 56(STG 57(QTY MOA)) 58(DGS FTX* 59(CTA COM*)))
  UNS! MOA* CNT* 60(ALC ALI MOA*)`);

/** ORDRSP, D.01B. */
const ordrsp = structure(`
  BGM! DTM* PAI ALI* IMD* FTX* GIR*
  1(RFF DTM*) 2(AJT FTX*)
  3(NAD LOC* FII* 4(RFF DTM*) 5(DOC DTM*) 6(CTA COM*))
  7(TAX MOA LOC*) 8(CUX PCD* DTM*) 9(PAT DTM* PCD MOA)
  10(TDT 11(LOC DTM*)) 12(TOD LOC*) 13(PAC MEA* 14(PCI RFF DTM* GIN*))
  15(EQD HAN* MEA* FTX*) 16(SCC FTX* RFF* 17(QTY DTM*)) 18(APR DTM* RNG)
  19(ALC ALI* DTM* 20(QTY RNG) 21(PCD RNG) 22(MOA RNG) 23(RTE RNG) 24(TAX MOA))
  25(RCS RFF* DTM* FTX*)
  26(LIN PIA* IMD* MEA* QTY* PCD* ALI* DTM* MOA* GIS* GIN* GIR* QVR DOC* PAI MTD* FTX*
    27(CCI CAV* MEA*) 28(PAT DTM* PCD MOA) 29(AJT FTX*) 30(PRI CUX APR RNG DTM*) 31(RFF DTM*)
    32(PAC MEA* QTY* DTM* 33(RFF DTM*) 34(PCI RFF DTM* GIN*)) 35(LOC QTY PCD DTM*) 36(TAX MOA LOC*)
    37(NAD LOC* FII* 38(RFF DTM*) 39(DOC DTM*) 40(CTA COM*))
    41(ALC ALI* DTM* 42(QTY RNG) 43(PCD RNG) 44(MOA RNG) 45(RTE RNG) 46(TAX MOA))
    47(TDT 48(LOC DTM*)) 49(TOD LOC*) 50(EQD HAN* MEA* FTX*) 51(SCC FTX* RFF* 52(QTY DTM*))
    53(RCS RFF* DTM* FTX*) 54(STG 55(QTY MOA)))
  UNS! MOA* CNT* 56(ALC ALI MOA*)`);

/** ORDCHG, D.01B. */
const ordchg = structure(`
  BGM! DTM* PAI ALI* IMD* FTX* GIR*
  1(RFF DTM*) 2(AJT FTX*)
  3(NAD LOC* FII* 4(RFF DTM*) 5(DOC DTM*) 6(CTA COM*))
  7(TAX MOA LOC*) 8(CUX PCD* DTM*) 9(PAT DTM* PCD 10(MOA GIR* RJL*))
  11(TDT 12(LOC DTM*)) 13(TOD LOC*) 14(PAC MEA* 15(PCI RFF DTM* GIN*))
  16(EQD HAN* MEA* FTX*) 17(SCC FTX* RFF* 18(QTY DTM*)) 19(APR DTM* RNG)
  20(ALC ALI* DTM* 21(QTY RNG) 22(PCD RNG) 23(MOA RNG) 24(RTE RNG) 25(TAX MOA))
  26(RCS RFF* DTM* FTX*)
  27(LIN PIA* IMD* MEA* QTY* PCD* ALI* DTM* MOA* GIS* GIN* GIR* QVR DOC* PAI MTD* FTX*
    28(CCI CAV* MEA*) 29(PAT DTM* PCD 30(MOA GIR*)) 31(AJT FTX*) 32(PRI CUX APR RNG DTM*) 33(RFF DTM*)
    34(PAC MEA* QTY* DTM* 35(RFF DTM*) 36(PCI RFF DTM* GIN*)) 37(LOC QTY DTM*) 38(TAX MOA LOC*)
    39(NAD LOC* FII* 40(RFF DTM*) 41(DOC DTM*) 42(CTA COM*))
    43(ALC ALI* DTM* 44(QTY RNG) 45(PCD RNG) 46(MOA RNG) 47(RTE RNG) 48(TAX MOA))
    49(TDT 50(LOC DTM*)) 51(TOD LOC*) 52(EQD HAN* MEA* FTX*) 53(SCC FTX* RFF* 54(QTY DTM*))
    55(RCS RFF* DTM* FTX*) 56(STG 57(QTY MOA)))
  UNS! MOA* CNT* 58(ALC ALI MOA*)`);

/** INVRPT, D.01B. D.96A has QTY before INV, which may be left out: QTY opens the group, too. */
const invrpt = structure(`
  BGM! FTX* DTM*
  1(RFF DTM) 2(NAD LOC* 3(RFF DTM) 4(CTA COM*)) 5(CUX DTM)
  6(CPS 7(PAC PCI* 8(QTY GIN* DTM*)))
  9(LIN PIA* IMD* NAD MEA* ALI* LOC* DTM* FTX* 10(RFF DTM)
    11~(INV QTY~ GIN* LOC* DTM* STS* 12(NAD LOC) 13(PRI CUX DTM) 14(RFF DTM)
      15(CPS 16(PAC MEA* QTY* 17(PCI RFF DTM* GIN* 18(GIR DTM*))))))`);

/** DESADV, D.01B. Partners leave out CPS, PAC or PCI where there is one level only: those groups may be implied. */
const desadv = structure(`
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

const structures: ReadonlyMap<string, GroupRule> = new Map([
  ["CONTRL", contrl],
  ["ORDERS", orders],
  ["ORDRSP", ordrsp],
  ["ORDCHG", ordchg],
  ["INVRPT", invrpt],
  ["DESADV", desadv],
]);

/** The structure of a message type (0065), or undefined for other types. D.01B's is used for every directory. */
export const structureOf = (messageType: string): GroupRule | undefined => structures.get(messageType);
