import { Icon } from "#app/core/ui/Icon.tsx";
import type { FindingView } from "#app/domains/edi/partner/findings.ts";

export const toneOf = { error: "text-danger", warning: "text-attention", note: "text-ink-soft" } as const;
export const iconOf = { error: "attention", warning: "attention", note: "note" } as const;

/** What was found in a text, each with a link to its place; `more` says how much is left out. */
export const FindingList = ({ findings, more }: { findings: FindingView[]; more: string | false }) => (
  <ul className="space-y-1.5">
    {findings.map(({ key, severity, words, place, href, count }) => (
      <li key={key} className={`${toneOf[severity]} flex gap-1.5`}>
        <Icon name={iconOf[severity]} label={severity} />
        <span className="min-w-0 wrap-anywhere">
          {words} {count > 1 && <span className="text-ink-soft">{count} times, first at </span>}
          {place && (href ? <a href={href}>{place}</a> : <span className="text-ink-soft">{place}</span>)}
        </span>
      </li>
    ))}
    {more && <li>{more}</li>}
  </ul>
);
