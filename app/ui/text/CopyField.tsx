import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../Button.tsx";

const SHOWN_MS = 2000;

/**
 * A read-only value, copied by double-click or the Copy button; 'Copied' appears and is announced (screens#copy-field).
 * Where the browser refuses, the value is selected, ready for the keyboard.
 */
export function CopyField({ label, value }: { label: string; value: string }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState("");

  useEffect(() => {
    if (!said) return;
    const timer = window.setTimeout(() => setSaid(""), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [said]);

  function copy() {
    input.current?.select();
    const done = navigator.clipboard?.writeText(value) ?? Promise.reject(new Error("no clipboard"));
    done.then(
      () => setSaid("Copied"),
      () => setSaid("Selected: press Ctrl+C to copy"),
    );
  }

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="copy-row">
        <input ref={input} id={id} readOnly value={value} onDoubleClick={copy} />
        <Button icon="copy" className="with-scripting" aria-label={`Copy ${label}`} onClick={copy}>
          Copy
        </Button>
        <span role="status" className="callout">
          {said}
        </span>
      </div>
    </div>
  );
}
