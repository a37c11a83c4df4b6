import { toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import type { EdiOrder } from "#contract/edi.ts";

/** Who ordered, as people call them: Myer, where the service doesn't say (edi#partner-name). */
export const orderPartnerOf = ({ partner }: EdiOrder): string =>
  shorten(toText(partner?.name) || toText(partner?.identification) || "Myer", 80);
