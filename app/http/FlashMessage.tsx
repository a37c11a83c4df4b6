import { useLocation } from "@remix-run/react";
import { useState } from "react";
import { Message } from "#app/ui/Message.tsx";
import type { Flash } from "./flash.server.ts";

/** What the last write said. It belongs to the page it arrived with and goes with it; give it a key per message. */
export function FlashMessage({ flash }: { flash: Flash }) {
  const { key } = useLocation();
  const [arrivedWith] = useState(key);
  return key === arrivedWith ? <Message shown={flash} /> : null;
}
