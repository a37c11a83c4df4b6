import { useId, useRef } from "react";
import { Button } from "../Button.tsx";
import { useCopied } from "../text/Copy.tsx";

/**
 * A read-only value, copied by double-click or the Copy button; 'Copied' appears and is announced
 * (screens#copy-field). If the browser denies access, the value is selected for copying by keyboard.
 */
export function CopyField({ label, value }: { label: string; value: string }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { message, copy } = useCopied(value, "Selected: press Ctrl+C to copy");

  function selectAndCopy() {
    input.current?.select();
    copy();
  }

  return (
    <div className="copy-field col-span-full">
      <label htmlFor={id}>{label}</label>
      <div className="flex min-w-0 items-center gap-1">
        {/* As wide as its value, so that Copy is at its end. */}
        <input
          ref={input}
          id={id}
          readOnly
          size={Math.max(value.length, 1)}
          value={value}
          onDoubleClick={selectAndCopy}
        />
        <span className="relative flex-none">
          <Button
            variant="quiet"
            icon="copy"
            className="with-scripting"
            aria-label={`Copy ${label}`}
            onClick={selectAndCopy}
          >
            Copy
          </Button>
          <span
            role="status"
            className="pointer-events-none absolute bottom-[calc(100%+4px)] right-0 z-10 rounded bg-ink px-2 py-1 text-xs font-medium text-surface empty:hidden forced-colors:border"
          >
            {message}
          </span>
        </span>
      </div>
    </div>
  );
}
