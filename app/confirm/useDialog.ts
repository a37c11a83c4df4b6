import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useRef } from "react";

/**
 * State of a command's route: the last response, else the loaded dialog; and whether a submission is pending. With the
 * response the dialog is free again, while the page below may still be read.
 */
export function useDialog<Loader, Action>() {
  const opened = useLoaderData<Loader>();
  const answered = useActionData<Action>();
  const { state, formMethod } = useNavigation();
  const before = useRef(answered);
  if (state === "submitting") before.current = answered;
  const isUnanswered = state === "loading" && formMethod === "POST" && answered === before.current;
  return { shown: answered ?? opened, submitting: state === "submitting" || isUnanswered };
}
