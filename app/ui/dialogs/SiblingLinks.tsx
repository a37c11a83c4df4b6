import { createContext, useRef } from "react";
import { Icon } from "../Icon.tsx";
import { useBeforePaint } from "../useBeforePaint.ts";

/** A record beside the one that is open: its address, and what people call it. */
export type SiblingRecord = { href: string; name: string };

/** The ways from record to record. */
export type Way = "previous" | "next";

/** Where an open record stands on the page of its list (screens#beside); `place` counts from 1, `name` is its own. */
export type SiblingRecords = { place?: { at: number; of: number; name: string } } & {
  [Key in Way]?: SiblingRecord;
};

/** The record of a list that is open. */
export type OpenRecord = {
  id: string;
  /** What stands beside it; nothing where it is no row of the page. */
  siblings: SiblingRecords | undefined;
  /** The way that a person took, and from which record, until the focus is on it again. */
  went: { current: { from: string; way: Way } | undefined };
};

/** What a list tells the panel that is open over it. */
export const OpenRecordContext = createContext<OpenRecord | undefined>(undefined);

const looks = {
  previous: { rel: "prev", icon: "chevronLeft", word: "Previous", end: "first" },
  next: { rel: "next", icon: "chevronRight", word: "Next", end: "last" },
} as const;

/**
 * The ways to the records beside the one that a panel shows (screens#beside). After one was taken the focus stays on
 * it, so that the next press goes on.
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
    <nav ref={links} className="besides" aria-label="Records beside this one">
      {link("previous")}
      {siblings.place && (
        // Read out whole: which record it is, and where it stands.
        <span aria-live="polite" aria-atomic>
          <span className="sr-only">{siblings.place.name}, </span>
          {siblings.place.at} of {siblings.place.of}
          <span className="sr-only"> on this page</span>
        </span>
      )}
      {link("next")}
    </nav>
  );
}

/** A way that leads nowhere keeps its place, and the focus that it has. */
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
