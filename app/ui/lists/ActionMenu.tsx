import { classes } from "../classes.ts";
import { useUpgrade } from "../useUpgrade.ts";
import type { ActionItem } from "./rows.tsx";

const loadList = () => import("./ActionMenuList.tsx").then((module) => module.ActionMenuList);

/** A word longer than in any documented name may break anywhere, so that it doesn't widen the page. */
const longWord = /\S{20}/;

/**
 * A split button: the first action visible, the others in a menu; `empty` if there are none. The
 * menu is a `<details>` of links; opening it for the first time loads one with arrow keys and
 * search by letter. It is in every row of a list, so it has as few elements as possible.
 */
export function ActionMenu({
  label,
  primary,
  items,
  empty = "No Actions Available",
  isQuiet = false,
}: {
  /** The menu's accessible name, and its visible label if there is no `primary`. */
  label: string;
  primary?: ActionItem;
  items: ActionItem[];
  empty?: string;
  /** Of a row that needs nobody: seen while the pointer or the focus is in it. */
  isQuiet?: boolean;
}) {
  const { control: List, onToggle } = useUpgrade(loadList);
  if (!primary && items.length === 0) return <span className="no-actions">{empty}</span>;
  const toggleClass = classes("btn btn-secondary split-toggle", !primary && "alone");
  const face = primary ? { "aria-label": label } : { children: label };
  return (
    <div className={classes("split", isQuiet && "quiet")} data-scroll="keep">
      {primary && (
        <a
          className={classes(
            `btn btn-${primary.danger ? "danger" : "secondary"}`,
            longWord.test(primary.label) && "wrap-anywhere",
          )}
          href={primary.href}
          title={primary.label}
        >
          {primary.label}
        </a>
      )}
      {items.length > 0 &&
        (List ? (
          <>
            <List face={face} toggleClass={toggleClass} items={items} />
            <span hidden>
              {items.map((item) => (
                <a key={item.href} href={item.href}>
                  {item.label}
                </a>
              ))}
            </span>
          </>
        ) : (
          <details data-popup="" onToggle={onToggle}>
            <summary className={toggleClass} {...face} />
            <div className="popup">
              {items.map((item) => (
                <a key={item.href} href={item.href} className={item.danger && "text-danger"}>
                  {item.label}
                </a>
              ))}
            </div>
          </details>
        ))}
    </div>
  );
}
