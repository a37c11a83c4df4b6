import { useRef } from "react";
import { Icon } from "../Icon.tsx";
import { useBeforePaint } from "../useBeforePaint.ts";
import type { OpenRecord, SiblingRecord, SiblingRecords, Way } from "./splitView.ts";

const looks = {
  previous: { rel: "prev", icon: "chevronLeft", word: "Previous", end: "first" },
  next: { rel: "next", icon: "chevronRight", word: "Next", end: "last" },
} as const;

/**
 * Links to the previous and next record of a panel (screens#beside). After following one, the focus
 * stays on it, so that the next press continues.
 */
export function SiblingLinks({
  record: { id, went },
  siblings,
}: {
  record: OpenRecord;
  siblings: SiblingRecords;
}) {
  const links = useRef<HTMLElement>(null);
  useBeforePaint(() => {
    const gone = went.current;
    if (!gone || gone.from === id) return;
    went.current = undefined;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) links.current?.querySelector<HTMLElement>(`[data-way=${gone.way}]`)?.focus();
  }, [id, went]);

  const link = (way: Way) => (
    <BesideLink
      way={way}
      sibling={siblings[way]}
      onTake={() => {
        went.current = { from: id, way };
      }}
    />
  );
  return (
    <nav
      ref={links}
      className="besides flex flex-none items-center text-xs tabular-nums text-ink-soft"
      aria-label="Records beside this one"
    >
      {link("previous")}
      {siblings.place && (
        // Read out as a whole: the record and its position.
        <span aria-live="polite" aria-atomic>
          <span className="sr-only">{siblings.place.name}, </span>
          {siblings.place.at} of {siblings.place.of}
          <span className="sr-only">{siblings.place.isOfQueue ? " in this queue" : " on this page"}</span>
        </span>
      )}
      {link("next")}
    </nav>
  );
}

/** A disabled link keeps its place, and the focus if it has it. */
function BesideLink({
  way,
  sibling,
  onTake,
}: {
  way: Way;
  sibling: SiblingRecord | undefined;
  onTake: () => void;
}) {
  const { rel, icon, word, end } = looks[way];
  const name = sibling ? `${word}: ${sibling.name}` : `${word}: none, this is the ${end} of this page`;
  return (
    <a
      data-way={way}
      className="btn btn-quiet"
      data-scroll="keep"
      title={name}
      {...(sibling
        ? { rel, href: sibling.href, onClick: onTake }
        : { role: "link", "aria-disabled": true, tabIndex: 0 })}
    >
      <Icon name={icon} label={name} />
    </a>
  );
}
