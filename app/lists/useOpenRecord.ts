import { useLocation } from "@remix-run/react";
import { useRef, useState } from "react";
import type { OpenRecord } from "#app/ui/dialogs/siblingRecords.ts";
import { type OpenableRow, siblingsOf, withOpenTab } from "./siblingRecords.ts";

/** The record that is open over a list, and what stands beside it on its page; nothing while none is open. */
export function useOpenRecord(id: string | undefined, opens: readonly OpenableRow[]): OpenRecord | undefined {
  const { search } = useLocation();
  const went = useRef<OpenRecord["went"]["current"]>();
  const [seen, setSeen] = useState<{ id: string; at: number }>();
  const at = opens.findIndex(({ key }) => key === id);
  if (id !== undefined && at >= 0 && (seen?.id !== id || seen.at !== at)) setSeen({ id, at });
  if (id === undefined) return undefined;
  const siblings = siblingsOf(opens, id, seen?.id === id ? seen.at : undefined, (href) =>
    withOpenTab(href, search),
  );
  return { id, siblings, went };
}
