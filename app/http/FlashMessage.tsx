import { useLocation } from "@remix-run/react";
import { useState } from "react";
import { Message, type MessageView } from "#app/ui/feedback/Message.tsx";

export type Flash = MessageView & { tone: "ok" | "attention" };

/** The message of the last write. It disappears with the page it arrived with; give it a key per message. */
export function FlashMessage({ flash }: { flash: Flash }) {
  const { key } = useLocation();
  const [arrivedWith] = useState(key);
  return key === arrivedWith ? <Message shown={flash} /> : null;
}
