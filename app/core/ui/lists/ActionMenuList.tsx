import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { useEffect, useRef } from "react";
import { keyed } from "../keyed.ts";
import { placePopup } from "../popups.ts";
import type { ActionItem } from "./rows.tsx";

/** The menu of an `ActionMenu` once its code has loaded; it opens immediately, since it replaces an open one. */
export function ActionMenuList({
  label,
  toggleClass,
  items,
}: {
  label: string;
  toggleClass: string;
  items: ActionItem[];
}) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
  }, []);
  return (
    <Menu>
      <MenuButton ref={button} className={toggleClass} aria-label={label} />
      <MenuItems modal={false} ref={placePopup} className="popup">
        {keyed(items, ({ href }) => href).map(({ key, item }) => (
          <MenuItem key={key}>
            <a href={item.href} className={item.danger && "text-danger"}>
              {item.label}
            </a>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  );
}
