import { shorten } from "#app/values/show.ts";

const labels: ReadonlyMap<string, string> = new Map([
  ["inbound", "Inbound"],
  ["outbound", "Outbound"],
  ["unspecified", "Unspecified"],
]);

/** 'Inbound', 'Outbound' or 'Unspecified'; any other value shows 'Unknown: "value"' (edi#direction). */
export const directionLabel = (value: string | null | undefined): string =>
  labels.get(value ?? "") ?? `Unknown: "${shorten(value ?? "", 80)}"`;
