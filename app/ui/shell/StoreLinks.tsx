import { type KeyboardEvent, useId, useState } from "react";
import { type MenuEntry, MenuLinks } from "./MenuLinks.tsx";

/** Number of stores that can be scanned at a glance. */
const fewStores = 8;

/**
 * The stores of the side menu, filtered by the text typed above them once scripting runs: Enter
 * opens the first, Escape clears. It filters only the menu, so it is not in the URL.
 */
export function StoreLinks({ stores, current }: { stores: readonly MenuEntry[]; current?: string }) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().toLowerCase();
  const shown = stores.filter(({ label }) => label.toLowerCase().includes(wanted));

  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "Escape" && typed !== "") {
      event.preventDefault();
      // The menu itself stays open.
      event.stopPropagation();
      setTyped("");
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.currentTarget.closest("nav")?.querySelector<HTMLAnchorElement>(".store-links a")?.click();
    setTyped("");
  }

  return (
    <div className="store-links">
      {stores.length > fewStores && (
        <div className="field with-scripting px-3 pb-1">
          <label htmlFor={id} className="sr-only">
            Filter stores
          </label>
          <input
            id={id}
            type="search"
            placeholder="Filter stores"
            value={typed}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={onKey}
          />
          <p aria-live="polite" className={shown.length === 0 ? "py-1 text-ink-soft" : "sr-only"}>
            {wanted !== "" &&
              (shown.length === 0 ? "No store matches" : `${shown.length} of ${stores.length} stores`)}
          </p>
        </div>
      )}
      <MenuLinks entries={shown} current={current} />
    </div>
  );
}
