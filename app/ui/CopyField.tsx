import { useId, useRef, useState } from "react";
import { Button } from "./Button.tsx";

/** A read-only value, copied by double-click or the Copy button; 'Copied' appears and is announced (spec 1 §2). */
export function CopyField({ label, value }: { label: string; value: string }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  async function copy() {
    input.current?.select();
    await navigator.clipboard.writeText(value);
    setCopied(true);
  }
  return (
    <div className="field copy">
      <label htmlFor={id}>{label}</label>
      <div className="copy-row">
        <input ref={input} id={id} readOnly value={value} onDoubleClick={() => void copy()} />
        <Button icon="copy" className="with-scripting" onClick={() => void copy()}>
          Copy
        </Button>
        <span role="status" className="callout">
          {copied ? "Copied" : ""}
        </span>
      </div>
    </div>
  );
}
