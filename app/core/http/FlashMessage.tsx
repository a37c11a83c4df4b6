import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Message, type MessageView } from "#app/core/ui/feedback/Notice.tsx";

/** `follow` is asked what became of it, while that is not known. */
export type Flash = MessageView & { tone: "ok" | "attention" | "background"; follow?: string | undefined };

/** The message of the last write. A success goes with the page it arrived with; give it a key per message. */
export function FlashMessage({ flash }: { flash: Flash }) {
  const { key } = useLocation();
  const [arrivedWith] = useState(key);
  return key === arrivedWith || flash.tone === "attention" ? <FollowedMessage flash={flash} /> : null;
}

/** A message that asks what became of an action until that is known (actions#outcome); another one begins anew. */
export const FollowedMessage = ({ flash }: { flash: Flash }) => (
  <Following key={JSON.stringify(flash)} flash={flash} />
);

function Following({ flash }: { flash: Flash }) {
  const [message, setMessage] = useState<MessageView>(flash);
  const { follow } = flash;
  useEffect(() => {
    if (!follow) return;
    const ask = async () => {
      const answer = await fetch(follow);
      if (answer.status === 204) return;
      clearInterval(timer);
      if (answer.ok) setMessage(await answer.json());
    };
    // What has no answer, or another one than a message, stays as it was said: not known.
    const timer = setInterval(() => ask().catch(() => undefined), 3_000);
    return () => clearInterval(timer);
  }, [follow]);
  return (
    <Message message={message}>
      {message === flash && follow && (
        <a href={follow} className="without-scripting ml-2">
          Read again
        </a>
      )}
    </Message>
  );
}
