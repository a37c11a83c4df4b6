import { useNavigation, useSubmit } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { labelFilterSearch } from "#app/domains/labels/search.ts";

type Options = {
  action: string;
  /** Whether each scan prints: then each is sent, one after the other; otherwise only the latest is looked up. */
  each: boolean;
  /** A new one with every response. */
  token: string;
};

/**
 * The scan field, emptied on Enter, and the scans queued behind the one being sent (labels#scan).
 * Without scripting the form is submitted as it is.
 */
export function useStationScans({ action, each, token }: Options) {
  const field = useRef<HTMLInputElement>(null);
  const submit = useSubmit();
  const isIdle = useNavigation().state === "idle";
  const queue = useRef<string[]>([]);
  const [waiting, setWaiting] = useState(0);
  const sentWith = useRef<string>();

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!field.current) return;
    const barcode = field.current.value.trim();
    field.current.value = "";
    if (each) {
      queue.current.push(barcode);
      setWaiting(queue.current.length);
    } else {
      const fields = new FormData(event.currentTarget);
      fields.set(labelFilterSearch.names.barcode, barcode);
      submit(fields, { action });
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `waiting` tells that a scan has come.
  useEffect(() => {
    // One scan per response: the page's state reports a pending submission too late.
    if (!isIdle || sentWith.current === token) return;
    const barcode = queue.current.shift();
    if (barcode === undefined) return;
    sentWith.current = token;
    setWaiting(queue.current.length);
    submit({ token, [labelFilterSearch.names.barcode]: barcode }, { method: "post", action });
  }, [waiting, isIdle, token, action, submit]);

  // After a press of the product's own button the next scan comes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the token is another one after every answer.
  useEffect(() => field.current?.focus(), [token]);

  return { field, waiting, onSubmit };
}
