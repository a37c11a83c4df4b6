import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Message, type MessageView } from "#app/ui/feedback/Message.tsx";

/** `follow` is asked what became of it, while that is not known. */
export type Flash = MessageView & { tone: "ok" | "attention" | "background"; follow?: string | undefined };

/** The message of the last write. It disappears with the page it arrived with; give it a key per message. */
export function FlashMessage({ flash }: { flash: Flash }) {
  const { key } = useLocation();
  const [arrivedWith] = useState(key);
  return key === arrivedWith ? <FollowedMessage flash={flash} /> : null;
}

const firstMs = 1_000;
const lastMs = 40_000;

/** A message that asks, ever more slowly, what became of an action until that is known (actions#outcome). */
export function FollowedMessage({ flash }: { flash: Flash }) {
  const [said, setSaid] = useState<MessageView>(flash);
  const { follow } = flash;
  useEffect(() => {
    if (!follow) return;
    const leaving = new AbortController();
    const askIn = (ms: number) =>
      setTimeout(async () => {
        const answer = await fetch(follow, leaving).catch(() => undefined);
        if (answer?.status === 200) setSaid(await answer.json());
        if (answer?.status === 204 && ms < lastMs) askIn(ms * 1.4);
      }, ms);
    askIn(firstMs);
    return () => leaving.abort();
  }, [follow]);
  return <Message shown={said} />;
}
