import { Icon } from "#app/ui/Icon.tsx";

/** Why a person has to look at a document, in the service's words (edi#attention). */
export function Attention({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return (
    <ul aria-label="Needs a person" className="notice tone-attention flex-col gap-1">
      {reasons.map((reason) => (
        <li key={reason} className="flex gap-1.5 [overflow-wrap:anywhere]">
          <Icon name="attention" />
          <span className="min-w-0">{reason}</span>
        </li>
      ))}
    </ul>
  );
}
