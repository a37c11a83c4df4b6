import { Icon } from "../Icon.tsx";
import { useCopied } from "./useCopied.ts";

/** Copies a value that stands beside it; what became of it is announced. There with scripting only. */
export function CopyButton({ label, value }: { label: string; value: string }) {
  const { said, isCopied, copy } = useCopied(value, "Not copied");
  return (
    <button
      type="button"
      className="copy-button with-scripting"
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
