import { useState } from "react";
import { Button } from "#app/ui/Button.tsx";

/** Longer texts are too much for a clipboard. */
const longest = 5_000_000;

/** Copies the text at a URL; says whether that worked. */
export function CopyText({ href, label }: { href: string; label: string }) {
  const [said, setSaid] = useState("");
  async function copy() {
    setSaid("Copying…");
    try {
      const answer = await fetch(href);
      if (!answer.ok || answer.redirected) return setSaid("The text could not be fetched: reload the page.");
      const text = await answer.text();
      if (text.length > longest) return setSaid("Too long to copy: download it.");
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      // The connection failed, or the browser denies clipboard access.
      setSaid("Not copied: download it instead.");
    }
  }
  return (
    <span className="with-scripting inline-flex flex-wrap items-center gap-2">
      <Button icon="copy" onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status" className="text-sm text-ink-soft">
        {said}
      </span>
    </span>
  );
}
