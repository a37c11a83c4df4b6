import { useLocation, useNavigation } from "@remix-run/react";
import { type FocusEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Icon } from "#app/core/ui/Icon.tsx";
import { findPath, findSearch } from "#app/features/find/paths.ts";
import { keysOf, type Typed, typedIn } from "./typed.ts";

const load = () => import("./FindSuggestions.tsx").then((module) => module.FindSuggestions);

/** The field of the top bar that finds everything; where there is little room, a link to the page that does. */
export function FindField({ isSlashOn }: { isSlashOn: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const [control, setControl] = useState<{ Loaded: Awaited<ReturnType<typeof load>>; typed: Typed }>();
  const isMoving = useNavigation().state === "loading";
  const { key } = useLocation();
  const place = useRef(key);
  // A page that was there at once was never on its way.
  useEffect(() => {
    if (isMoving || place.current !== key) form.current?.querySelector("input")?.blur();
    place.current = key;
  }, [isMoving, key]);

  function onFocus({ currentTarget }: FocusEvent<HTMLInputElement>) {
    load().then(
      (Loaded) => {
        // Drawn at once: what is typed between the reading and the drawing would be lost.
        if (currentTarget.isConnected) flushSync(() => setControl({ Loaded, typed: typedIn(currentTarget) }));
      },
      // Without its suggestions the field still finds.
      () => setControl(undefined),
    );
  }

  return (
    <>
      <a className="bar-button min-[640px]:hidden" href={findPath("")} aria-label="Find">
        <Icon name="search" />
      </a>
      <search className="find-field" aria-label="Find anything">
        <form ref={form} action={findPath("")} data-soft="">
          <Icon name="search" />
          {control ? (
            <control.Loaded typed={control.typed} keys={keysOf(isSlashOn)} />
          ) : (
            <input
              type="search"
              name={findSearch.names.query}
              aria-label="Find"
              {...keysOf(isSlashOn)}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              onFocus={onFocus}
            />
          )}
        </form>
      </search>
    </>
  );
}
