import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";

/** State of a command's route: the last response, else the loaded dialog; and whether a submission is pending. */
export function useDialog<Loader, Action>() {
  const opened = useLoaderData<Loader>();
  const answered = useActionData<Action>();
  return { shown: answered ?? opened, submitting: useNavigation().state !== "idle" };
}
