import { classes } from "./classes.ts";
import { Icon } from "./Icon.tsx";
import { useUpgrade } from "./useUpgrade.ts";

export type ActionItem = { label: string; href: string };

const loadList = () => import("./ActionMenuList.tsx").then((module) => module.ActionMenuList);

/**
 * A split button: the first action at hand, the others in a menu; `empty` when there are none. The
 * menu is a `<details>` of links; its first opening fetches one with arrow keys and search by letter.
 */
export function ActionMenu({
  label,
  primary,
  items,
  empty = "No Actions Available",
}: {
  /** Names the menu for assistive technology, and on its face where there is no `primary`. */
  label: string;
  primary?: ActionItem;
  items: ActionItem[];
  empty?: string;
}) {
  const { control: List, onToggle } = useUpgrade(loadList);
  if (!primary && items.length === 0) return <span className="no-actions">{empty}</span>;
  const toggleClass = classes("btn btn-secondary split-toggle", !primary && "alone");
  const face = primary ? <span className="sr-only">{label}</span> : label;
  return (
    <span className="split">
      {primary && (
        <a className="btn btn-secondary" href={primary.href} data-scroll="keep">
          {primary.label}
        </a>
      )}
      {items.length > 0 &&
        (List ? (
          <List face={face} toggleClass={toggleClass} items={items} />
        ) : (
          <details data-popup="" onToggle={onToggle}>
            <summary className={toggleClass}>
              {face}
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
        ))}
    </span>
  );
}
