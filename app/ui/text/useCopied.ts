import { useEffect, useState } from "react";

const shownMs = 2000;

/** Copies a value to the clipboard; what became of it is said for a moment, `refused` where the browser refuses. */
export function useCopied(value: string, refused: string) {
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
