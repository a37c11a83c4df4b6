import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";

/** What a command's route shows: what was answered last, else what was opened; and whether a submission is under way. */
export function useDialog<Loader, Action>() {
  const opened = useLoaderData<Loader>();
  const answered = useActionData<Action>();
  return { shown: answered ?? opened, submitting: useNavigation().state !== "idle" };
}
