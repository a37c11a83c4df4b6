import type { ReferenceCard } from "#app/domains/exos/references.ts";
import { StatusBadge } from "#app/ui/feedback/Status.tsx";
import { OutsideWay } from "#app/ui/OutsideWay.tsx";
import { CopyField } from "#app/ui/text/Copy.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { LongText } from "#app/ui/text/LongText.tsx";
import { FileLink } from "./FileLink.tsx";

/** The EXO's references to external systems: one card each, grouped by kind (returns#references). */
export function ReferencesTab({ cards }: { cards: ReferenceCard[] }) {
  if (cards.length === 0) return <p>This EXO has no references yet.</p>;
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {cards.map((card) => (
        <li key={card.key} className="card">
          <Reference card={card} />
        </li>
      ))}
    </ul>
  );
}

function Reference({ card }: { card: ReferenceCard }) {
  const { title, source, at, link, file, outcome, refused } = card;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h3 className="wrap-anywhere">{title}</h3>
          <p className="text-sm text-ink-soft">
            {source === "" ? card.kind : `${card.kind} · ${source}`}
            <br />
            <DateTime at={at} />
          </p>
        </div>
        {link && <OutsideWay label={link.label} about={title} href={link.href} />}
      </div>
      {outcome && (
        <div>
          <StatusBadge tone={outcome.tone}>{outcome.text}</StatusBadge>
          {outcome.message && (
            <p className="text-sm text-ink-soft">
              <LongText value={outcome.message} />
            </p>
          )}
        </div>
      )}
      {card.facts.map(({ label, value, isId }) =>
        isId ? (
          <CopyField key={label} label={label} value={value} />
        ) : (
          <p key={label} className="wrap-anywhere">
            <span className="text-ink-faint">{label}</span> <LongText value={value} />
          </p>
        ),
      )}
      {refused && <p className="text-sm text-ink-soft">{refused}</p>}
      {file && <FileLink key={file.href} file={file} />}
    </>
  );
}
