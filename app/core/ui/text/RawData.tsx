import { useLocation } from "@remix-run/react";
import { useId, useMemo } from "react";
import { documentFind, entriesOf, searchWithout } from "#app/core/search/search.ts";
import { Button } from "../Button.tsx";
import { useFollow } from "../useFollow.ts";
import { foundIn } from "./foundIn.ts";
import { JsonTree } from "./JsonTree.tsx";

const { names, read } = documentFind;

/** The raw record from the server as a tree, with a search for names and values (screens#tree-find). */
export function RawData({ text, label }: { text: string; label: string }) {
  const { pathname, search } = useLocation();
  const { words } = read(search);
  const value = useMemo((): unknown => JSON.parse(text), [text]);
  const found = useMemo(
    () => (words === "" ? undefined : { words: words.toLowerCase(), ...foundIn(value, words.toLowerCase()) }),
    [value, words],
  );
  const rest = searchWithout(search, names.words);
  return (
    <div className="space-y-2">
      <FindForm action={pathname} rest={rest} label={label} words={words} />
      {found && (
        <p className="flex flex-wrap gap-x-3" aria-live="polite">
          {found.places === 0
            ? `Nothing holds '${words}'.`
            : `${found.places} ${found.places === 1 ? "place holds" : "places hold"} '${words}'; the rest is hidden.`}
          <a href={pathname + rest} data-scroll="keep">
            Show all
          </a>
        </p>
      )}
      {found?.places !== 0 && <JsonTree value={value} label={label} found={found} />}
    </div>
  );
}

function FindForm({
  action,
  rest,
  label,
  words,
}: {
  action: string;
  rest: string;
  label: string;
  words: string;
}) {
  const id = useId();
  const input = useFollow<HTMLInputElement>(words, (field) => {
    field.value = words;
  });
  return (
    <form
      method="get"
      action={action}
      className="flex flex-wrap items-end gap-2"
      autoComplete="off"
      data-soft=""
      data-scroll="keep"
    >
      {entriesOf(rest).map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <div className="field">
        <label htmlFor={id}>Find in {label}</label>
        <input ref={input} id={id} type="search" name={names.words} defaultValue={words} spellCheck={false} />
      </div>
      <Button type="submit">Find in it</Button>
    </form>
  );
}
