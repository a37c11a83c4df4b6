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

/** A message that says what became of an action as soon as that is known (actions#outcome). */
export function FollowedMessage({ flash }: { flash: Flash }) {
  const [newest, setNewest] = useState<{ of: Flash; said: MessageView }>({ of: flash, said: flash });
  const { follow } = flash;
  useEffect(() => {
    if (follow === undefined) return;
    const leaving = new AbortController();
    import("./followMessage.ts")
      .then(({ followMessage }) =>
        followMessage(follow, leaving.signal, (said) => setNewest({ of: flash, said })),
      )
      // Without an answer it stays unknown.
      .catch(() => undefined);
    return () => leaving.abort();
  }, [flash, follow]);
  return <Message shown={newest.of === flash ? newest.said : flash} />;
}
