import type { ReferenceCard } from "#app/domains/edi/partner/references.ts";
import { LinkButton } from "#app/ui/elements.tsx";
import { CopyField } from "#app/ui/text/Copy.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { Facts } from "../../views/Streams.tsx";

/** The references of a document, newest first (edi#detail-references). */
export function ReferencesTab({ cards, none }: { cards: ReferenceCard[]; none: string }) {
  if (cards.length === 0) return <p>{none}</p>;
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
  const { title, at, type, source, id, location, locationHref, fileHref, facts, links } = card;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h3 className="wrap-anywhere">{title}</h3>
          <p className="text-sm text-ink-soft">
            {[type, source].filter(Boolean).join(" · ")}
            <br />
            <DateTime at={at} />
          </p>
        </div>
        <span className="flex flex-wrap gap-2">
          {links.map(({ label, href }) => (
            <LinkButton key={href} href={href}>
              {label}
              <span className="sr-only"> of {title}</span>
            </LinkButton>
          ))}
        </span>
      </div>
      {id && <CopyField label="Reference id" value={id} />}
      {location &&
        (locationHref ? (
          <p className="wrap-anywhere">
            <span className="text-ink-faint">Location</span>{" "}
            <a href={locationHref} target="_blank" rel="noreferrer">
              {location}
              <span className="sr-only">, opens in a new tab</span>
            </a>
          </p>
        ) : (
          <CopyField label="Location" value={location} />
        ))}
      {fileHref && (
        <p>
          <LinkButton href={fileHref} icon="download" data-document="">
            Download the file<span className="sr-only"> of {title}</span>
          </LinkButton>
        </p>
      )}
      <Facts facts={facts} />
    </>
  );
}
