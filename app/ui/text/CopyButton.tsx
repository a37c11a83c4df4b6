import { useEffect, useState } from "react";
import { Icon } from "../Icon.tsx";

const SHOWN_MS = 2000;

/** Copies a value that stands beside it; what became of it is announced. There with scripting only. */
export function CopyButton({ label, value }: { label: string; value: string }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (!said) return;
    const timer = window.setTimeout(() => setSaid(""), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [said]);
  const copy = () => {
    const done = navigator.clipboard?.writeText(value) ?? Promise.reject(new Error("no clipboard"));
    done.then(
      () => setSaid("Copied"),
      () => setSaid("Not copied"),
    );
  };
  return (
    <button
      type="button"
      className="copy-button with-scripting"
      aria-label={label}
      title={label}
      onClick={copy}
    >
      <Icon name={said === "Copied" ? "check" : "copy"} />
      <span role="status" className="sr-only">
        {said}
      </span>
    </button>
  );
}
