import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../Button.tsx";
import { classes } from "../classes.ts";
import { Icon } from "../Icon.tsx";

/** A longer value takes a row of its own among side-by-side fields. */
const maxBesideLength = 24;

/**
 * A read-only value, copied by double-click or the Copy button; 'Copied' appears and is announced
 * (screens#copy-field). If the browser denies access, the value is selected for copying by keyboard.
 */
export function CopyField({ label, value }: { label: string; value: string }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { said, copy } = useCopied(value, "Selected: press Ctrl+C to copy");

  function selectAndCopy() {
    input.current?.select();
    copy();
  }

  return (
    <div className={classes("field", value.length > maxBesideLength && "col-span-full")}>
      <label htmlFor={id}>{label}</label>
      <div className="relative flex gap-2">
        <input
          ref={input}
          id={id}
          className="min-w-0 flex-auto"
          readOnly
          value={value}
          onDoubleClick={selectAndCopy}
        />
        <Button icon="copy" className="with-scripting" aria-label={`Copy ${label}`} onClick={selectAndCopy}>
          Copy
        </Button>
        <span
          role="status"
          className="pointer-events-none absolute bottom-[calc(100%+4px)] right-0 z-10 rounded bg-ink px-2 py-1 text-sm font-medium text-surface empty:hidden forced-colors:border"
        >
          {said}
        </span>
      </div>
    </div>
  );
}

const shownMs = 2000;

/** Copies a value to the clipboard; the result is shown for a moment, `refused` if the browser denies access. */
function useCopied(value: string, refused: string) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (!said) return;
    const timer = window.setTimeout(() => setSaid(""), shownMs);
    return () => window.clearTimeout(timer);
  }, [said]);
  const copy = () => {
    const done = navigator.clipboard?.writeText(value) ?? Promise.reject(new Error("no clipboard"));
    done.then(
      () => setSaid("Copied"),
      () => setSaid(refused),
    );
  };
  return { said, isCopied: said === "Copied", copy };
}

/** Copies the value next to it; the result is announced. Only with scripting. */
export function CopyButton({ label, value }: { label: string; value: string }) {
  const { said, isCopied, copy } = useCopied(value, "Not copied");
  return (
    <button
      type="button"
      className="with-scripting inline-flex h-6 w-6 flex-none items-center justify-center rounded text-ink-soft hover:bg-surface-sunken coarse:min-h-touch coarse:min-w-touch print:!hidden"
      aria-label={label}
      title={label}
      onClick={copy}
    >
      <Icon name={isCopied ? "check" : "copy"} />
      <span role="status" className="sr-only">
        {said}
      </span>
    </button>
  );
}
