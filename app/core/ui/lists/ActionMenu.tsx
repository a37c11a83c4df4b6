import { noActions } from "#app/core/specification/actions.ts";
import { classes } from "../classes.ts";
import { keyed } from "../keyed.ts";
import { hasLongWord } from "../text/words.ts";
import { useUpgrade } from "../useUpgrade.ts";
import type { ActionItem } from "./rows.tsx";

const loadList = () => import("./ActionMenuList.tsx").then((module) => module.ActionMenuList);

const toggleClass = "btn btn-secondary split-toggle";

/**
 * A split button: the first action visible, the others in a menu. The
 * menu is a `<details>` of links; opening it for the first time loads one with arrow keys and
 * search by letter. It is in every row of a list, so it has as few elements as possible.
 */
export function ActionMenu({
  label,
  actions: [primary, ...items],
  isQuiet = false,
}: {
  /** The menu's accessible name. */
  label: string;
  actions: readonly ActionItem[];
  /** Of a row that needs nobody: in grey until the pointer or the focus is in it. */
  isQuiet?: boolean;
}) {
  const { control: List, onToggle } = useUpgrade(loadList);
  if (!primary)
    return (
      <span className="no-actions text-xs text-ink-faint lined:whitespace-nowrap print:hidden">
        {noActions}
      </span>
    );
  return (
    <div className={classes("split", isQuiet && "quiet")} data-scroll="keep">
      <a
        className={classes(
          `btn btn-${primary.danger ? "danger" : "secondary"}`,
          hasLongWord(primary.label) && "wrap-anywhere",
        )}
        href={primary.href}
        title={primary.label}
      >
        {primary.label}
      </a>
      {items.length > 0 &&
        (List ? (
          <>
            <List label={label} toggleClass={toggleClass} items={items} />
            <span hidden>
              {keyed(items, ({ href }) => href).map(({ key, item }) => (
                <a key={key} href={item.href}>
                  {item.label}
                </a>
              ))}
            </span>
          </>
        ) : (
          <details data-popup="" onToggle={onToggle}>
            <summary className={toggleClass} aria-label={label} />
            <div className="popup">
              {keyed(items, ({ href }) => href).map(({ key, item }) => (
                <a key={key} href={item.href} className={item.danger && "text-danger"}>
                  {item.label}
                </a>
              ))}
            </div>
          </details>
        ))}
    </div>
  );
}
