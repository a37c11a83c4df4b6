import { Icon } from "./Icon.tsx";

export type ActionItem = { label: string; href: string };

/** A split button: the first action at hand, the others in a menu; `empty` when there are none. */
export function ActionMenu({
  label,
  primary,
  items,
  empty = "No Actions Available",
}: {
  /** What the actions are about, for assistive technology. */
  label: string;
  primary?: ActionItem;
  items: ActionItem[];
  empty?: string;
}) {
  if (!primary && items.length === 0) return <span className="no-actions">{empty}</span>;
  return (
    <span className="split">
      {primary && (
        <a className="btn btn-secondary" href={primary.href} data-scroll="keep">
          {primary.label}
        </a>
      )}
      <details>
        <summary className="btn btn-secondary" aria-label={label}>
          <Icon name="chevronDown" />
        </summary>
        <ul className="popup">
          {items.map((item) => (
            <li key={item.href}>
              <a href={item.href} data-scroll="keep">
                {item.label}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </span>
  );
}
