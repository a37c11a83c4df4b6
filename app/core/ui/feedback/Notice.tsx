import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../Button.tsx";
import { Icon } from "../Icon.tsx";
import type { Tone } from "./Status.tsx";

/** A message about what just happened; announced politely. */
export function Notice({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <div className={`notice tone-${tone}`} role="status">
      <Icon name={tone} />
      <div>{children}</div>
    </div>
  );
}

/** The outcome of a failed write, and the effect of pressing the button again; `yes` is the button's label. */
export function SentNotice({ sent, yes }: { sent: "nothing" | "unknown"; yes: string }) {
  return (
    <Notice tone="attention">
      {sent === "nothing"
        ? "Nothing was sent."
        : `It is not known whether this was done: it was sent, and no answer came. Pressing ${yes} again can't do it twice.`}
    </Notice>
  );
}

/** The message of the last write; a part of its words may be a link. */
export type MessageView = {
  message: string | readonly (string | { text: string; href: string })[];
  tone: Tone;
};

/**
 * A message that stays visible while the page scrolls, until dismissed. Screen readers don't
 * announce a message rendered with the page, so it is inserted again as soon as scripting runs.
 */
export function Message({ message, children }: { message: MessageView; children?: ReactNode }) {
  const [isThere, setThere] = useState(false);
  const [isDismissed, setDismissed] = useState(false);
  useEffect(() => setThere(true), []);
  return (
    <div className="message" role="status">
      {!isDismissed && (
        <div key={String(isThere)} className={`notice tone-${message.tone}`}>
          <Icon name={message.tone} />
          <div>
            {[message.message].flat().map((part, index) =>
              typeof part === "string" ? (
                part
              ) : (
                // Parts have no names, and never change places.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <a key={index} href={part.href}>
                  {part.text}
                </a>
              ),
            )}
            {children}
          </div>
          <Button
            variant="quiet"
            icon="close"
            className="with-scripting self-start"
            aria-label="Dismiss"
            onClick={() => setDismissed(true)}
          />
        </div>
      )}
    </div>
  );
}
