import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from "@headlessui/react";
import { useNavigate } from "@remix-run/react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { RelativeTime } from "#app/core/ui/text/DateTime.tsx";
import { Parts } from "#app/core/ui/text/Parts.tsx";
import type { Suggestion } from "#app/features/find/hits.ts";
import { findPath, findSearch, suggestionsPath } from "#app/features/find/paths.ts";
import type { FindKeys, Typed } from "./typed.ts";

const pauseMs = 150;
const fewestLetters = 2;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** No schema: the suggestions are our own, and every page could carry this. */
function readSuggestions(body: unknown): Suggestion[] {
  if (typeof body !== "object" || body === null || !("suggestions" in body)) return [];
  const { suggestions } = body;
  if (!Array.isArray(suggestions)) return [];
  return suggestions.map((one: Partial<Record<keyof Suggestion, unknown>>) => ({
    href: textOf(one.href),
    title: textOf(one.title),
    kind: textOf(one.kind),
    at: textOf(one.at),
    about: Array.isArray(one.about) ? one.about.map(textOf) : [],
  }));
}

type SuggestionsView = { query: string; suggestions: Suggestion[]; problem: string; isLate: boolean };
const nothing: SuggestionsView = { query: "", suggestions: [], problem: "", isLate: false };

async function ask(query: string, signal: AbortSignal, late: boolean): Promise<SuggestionsView> {
  const answer = await fetch(suggestionsPath(query, late), {
    signal,
    headers: { Accept: "application/json" },
  });
  if (answer.redirected || !answer.headers.get("Content-Type")?.includes("json")) {
    return { ...nothing, query, problem: "No suggestions now. Enter finds all the same." };
  }
  const body: unknown = await answer.json();
  const fields = typeof body === "object" && body !== null ? new Map(Object.entries(body)) : new Map();
  return {
    query,
    suggestions: readSuggestions(body),
    problem: textOf(fields.get("refusal")),
    isLate: fields.get("isLate") === true,
  };
}

/**
 * What could be meant, asked for when the typing rests; what was asked before is given up. What is late in the first
 * answer is waited for in a second one, so that it does not hold up the others.
 */
function useSuggestions(query: string): SuggestionsView {
  const [latest, setLatest] = useState(nothing);
  useEffect(() => {
    if (query.length < fewestLetters) return setLatest(nothing);
    const asking = new AbortController();
    async function askTwice() {
      const first = await ask(query, asking.signal, false);
      setLatest(first.isLate ? { ...first, problem: "Just a moment!" } : first);
      if (!first.isLate) return;
      const second = await ask(query, asking.signal, true);
      setLatest(
        second.isLate ? { ...second, problem: "Not everything answered. Enter finds all the same." } : second,
      );
    }
    const timer = window.setTimeout(() => {
      askTwice().catch((problem: unknown) => {
        if (asking.signal.aborted) return;
        setLatest({ ...nothing, query, problem: "No suggestions now. Enter finds all the same." });
        if (!(problem instanceof TypeError)) throw problem;
      });
    }, pauseMs);
    return () => {
      window.clearTimeout(timer);
      asking.abort();
    };
  }, [query]);
  // What was found for other words is nothing that is meant now.
  return latest.query === query ? latest : nothing;
}

/**
 * The field with suggestions (find#suggestions), once its code is there; it takes over what was typed meanwhile, and the
 * focus only from the field before it.
 */
export function FindSuggestions({ typed, keys }: { typed: Typed; keys: FindKeys }) {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const [text, setText] = useState(typed.text);
  const query = text.trim();
  const { suggestions, problem } = useSuggestions(query);

  useLayoutEffect(() => {
    if (!typed.caret) return;
    input.current?.focus();
    input.current?.setSelectionRange(typed.caret.start, typed.caret.end);
  }, [typed]);

  function go(href: string | null) {
    if (href === null) return;
    input.current?.blur();
    setText("");
    navigate(href);
  }

  return (
    <Combobox value={null} onChange={go}>
      <ComboboxInput
        ref={input}
        type="search"
        name={findSearch.names.query}
        aria-label="Find"
        {...keys}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        // There from the start: what is set later moves the caret.
        defaultValue={typed.text}
        displayValue={() => text}
        onChange={(event) => setText(event.target.value)}
      />
      <ComboboxOptions
        modal={false}
        className="popup left-1/2 right-auto w-[40rem] min-w-full max-w-[calc(100vw-12rem)] -translate-x-1/2 text-ink"
      >
        {query !== "" && (
          <ComboboxOption value={findPath(query)} className="popup-item">
            <span>
              Find <b>{query}</b>
            </span>
          </ComboboxOption>
        )}
        {suggestions.map(({ href, title, about, kind, at }) => (
          <ComboboxOption key={`${kind} ${href}`} value={href} className="popup-item">
            <b className="max-w-[60%] flex-none truncate font-medium">
              <bdi>{title}</bdi>
            </b>
            <span className="min-w-0 flex-1 truncate text-ink-soft">
              <Parts texts={about} />
            </span>
            <span className="flex-none text-xs text-ink-faint">
              <Parts texts={[kind]} />
              {at && (
                <>
                  {" · "}
                  <RelativeTime at={at} />
                </>
              )}
            </span>
          </ComboboxOption>
        ))}
        {problem !== "" && <p className="block px-3 py-2 text-xs text-ink-soft wrap-anywhere">{problem}</p>}
      </ComboboxOptions>
    </Combobox>
  );
}
