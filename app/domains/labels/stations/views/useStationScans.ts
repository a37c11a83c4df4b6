import { useNavigation, useSubmit } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { noScans, takeTurn, withScan } from "#app/domains/labels/scans.ts";
import { labelFilterSearch } from "#app/domains/labels/search.ts";
import { useMissedScans } from "#app/domains/labels/views/ScanFeedback.tsx";
import { useSignals } from "#app/domains/labels/views/useSignals.ts";

type Options = {
  action: string;
  /** Whether each scan prints: then each is sent, one after the other; otherwise only the latest is looked up. */
  each: boolean;
  /** A new one with every response. */
  token: string;
  /** Why the last scan led to nothing. */
  problem: string | undefined;
};

/**
 * The scan field, emptied on Enter, the scans queued behind the one being sent (labels#scan), and those that were
 * missed. Without scripting the form is submitted as it is.
 */
export function useStationScans({ action, each, token, problem }: Options) {
  const field = useRef<HTMLInputElement>(null);
  const submit = useSubmit();
  const isIdle = useNavigation().state === "idle";
  const queue = useRef(noScans);
  const [waiting, setWaiting] = useState(0);
  const missed = useMissedScans();
  const addMissed = useRef(missed.add);
  const sounds = useSignals(undefined);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!field.current) return;
    const barcode = field.current.value.trim();
    field.current.value = "";
    queue.current = withScan(each ? queue.current : noScans, { code: barcode, id: token });
    setWaiting((before) => before + 1);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `waiting` tells that a scan has come.
  useEffect(() => {
    if (!isIdle && (each || queue.current.waiting.length === 0)) return;
    // The page's state reports a pending submission too late: an answer is known by its token.
    const shown = queue.current.sent?.code ?? "";
    const { scans, landed, next } = takeTurn(queue.current, { page: token, shown, isKept: true });
    queue.current = scans;
    setWaiting(scans.waiting.length);
    if (landed !== undefined) {
      sounds.signal(problem === undefined ? "right" : "wrong");
      if (each && problem !== undefined) addMissed.current(landed, problem);
    }
    if (next === undefined) return;
    const barcode = { [labelFilterSearch.names.barcode]: next.code };
    submit(each ? { ...barcode, token } : { ...fieldsOf(field.current), ...barcode }, {
      method: each ? "post" : "get",
      action,
    });
  }, [waiting, isIdle, each, token, problem, action, submit, sounds.signal]);

  // After a press of the product's own button the next scan comes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the token is another one after every answer.
  useEffect(() => field.current?.focus(), [token]);

  return { field, waiting, onSubmit, sounds, missed };
}

/** The text fields of a field's form. */
const fieldsOf = (field: HTMLInputElement | null): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(field?.form ?? undefined)].flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
