import { useEffect, useState } from "react";
import { copied } from "#app/core/specification/screens.ts";
import { Icon } from "../Icon.tsx";

const shownMs = 2000;

/** Copies a value to the clipboard; the result is shown for a moment, `refused` if the browser denies access. */
export function useCopied(value: string, refused: string) {
  const [message, setMessage] = useState("");
  useEffect(() => {
    if (!message) return;
    const timer = window.setTimeout(() => setMessage(""), shownMs);
    return () => window.clearTimeout(timer);
  }, [message]);
  const copy = () => {
    const done = navigator.clipboard?.writeText(value) ?? Promise.reject(new Error("no clipboard"));
    done.then(
      () => setMessage(copied),
      () => setMessage(refused),
    );
  };
  return { message, isCopied: message === copied, copy };
}

/** Copies the value next to it; the result is announced. Only with scripting. */
export function CopyButton({ label, value }: { label: string; value: string }) {
  const { message, isCopied, copy } = useCopied(value, "Not copied");
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
        {message}
      </span>
    </button>
  );
}
