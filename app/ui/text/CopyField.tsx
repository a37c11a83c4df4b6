import { useId, useRef } from "react";
import { Button } from "../Button.tsx";
import { classes } from "../classes.ts";
import { useCopied } from "./useCopied.ts";

/** What is longer takes a row of its own among fields that stand beside each other. */
const maxBesideLength = 24;

/**
 * A read-only value, copied by double-click or the Copy button; 'Copied' appears and is announced (screens#copy-field).
 * Where the browser refuses, the value is selected, ready for the keyboard.
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
      <div className="copy-row">
        <input ref={input} id={id} readOnly value={value} onDoubleClick={selectAndCopy} />
        <Button icon="copy" className="with-scripting" aria-label={`Copy ${label}`} onClick={selectAndCopy}>
          Copy
        </Button>
        <span role="status" className="callout">
          {said}
        </span>
      </div>
    </div>
  );
}
