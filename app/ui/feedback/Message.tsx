import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../Button.tsx";
import { Icon } from "../Icon.tsx";
import type { Tone } from "./Status.tsx";

/** The message of the last write; a part of its words may be a link. */
export type MessageView = {
  message: string | readonly (string | { text: string; href: string })[];
  tone: Tone;
};

/**
 * A message that stays visible while the page scrolls, until dismissed. Screen readers don't
 * announce a message rendered with the page, so it is inserted again as soon as scripting runs.
 */
export function Message({ shown, children }: { shown: MessageView; children?: ReactNode }) {
  const [isThere, setThere] = useState(false);
  const [isDismissed, setDismissed] = useState(false);
  useEffect(() => setThere(true), []);
  return (
    <div className="message" role="status">
      {!isDismissed && (
        <div key={String(isThere)} className={`notice tone-${shown.tone}`}>
          <Icon name={shown.tone} />
          <div>
            {[shown.message].flat().map((part, index) =>
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
