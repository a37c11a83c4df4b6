import { useLocation } from "@remix-run/react";
import { useState } from "react";
import { Notice } from "#app/ui/Notice.tsx";

/** What a write says on the page it leads to. */
export type Flash = { message: string; tone: "ok" | "attention" };

/** What the last write said. It belongs to the page it arrived with and goes with it; give it a key per message. */
export function FlashMessage({ flash }: { flash: Flash }) {
  const { key } = useLocation();
  const [arrivedWith] = useState(key);
  return key === arrivedWith ? <Notice tone={flash.tone}>{flash.message}</Notice> : null;
}
