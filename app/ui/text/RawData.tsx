import { useMemo } from "react";
import { JsonTree } from "./JsonTree.tsx";

/** What the server sent of a record, as a tree; `text` is its JSON. */
export function RawData({ text, label }: { text: string; label: string }) {
  const value = useMemo((): unknown => JSON.parse(text), [text]);
  return <JsonTree value={value} label={label} />;
}
