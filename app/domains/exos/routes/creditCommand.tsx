import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { confirmAction, openCommand } from "#app/core/commands/confirm.server.ts";
import { ConfirmDialog, useDialog } from "#app/core/commands/views/ConfirmDialog.tsx";
import { TextArea } from "#app/core/ui/fields/fields.tsx";
import { creditCommandPage } from "#app/domains/exos/credits.server.ts";
import { exoRef } from "#app/domains/exos/model.ts";
import { creditsInBulk } from "#app/domains/exos/record.server.ts";
import { notesOf } from "#app/features/notes/notes.server.ts";
import { holderIn } from "#app/features/notes/notes.ts";
import { queueOf } from "#app/features/work/queues.server.ts";
import { QueueBar } from "#app/features/work/views/QueueBar.tsx";

async function pageOf({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  return creditCommandPage(
    await requireMay(request, "returns.credits"),
    params.exoId ?? "",
    params.command ?? "",
  );
}

/** The form, also as a record of a queue of credits owed (queue#start). */
export async function loader(args: LoaderFunctionArgs) {
  const page = await pageOf(args);
  const { user, here } = page;
  const [opened, queue, notes] = await Promise.all([
    openCommand(page, args.request),
    queueOf(creditsInBulk, args, user),
    notesOf(user, exoRef(args.params.exoId ?? ""), here, { revision: "", lines: [] }),
  ]);
  const seen = queue && { ...queue, heldBy: holderIn(notes) };
  return data({ ...opened.data, queue: seen }, opened.init ?? undefined);
}

export const action = confirmAction(pageOf);

export { commandTitle as meta } from "#app/core/commands/commandTitle.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";

/** Asks whether a credit was given, or not after all, with the reason to store (returns#credit-given). */
export default function CreditCommand() {
  const { view, submitting } = useDialog<typeof loader, typeof action>();
  const { queue } = useLoaderData<typeof loader>();
  const command = view.dialog;
  const { label, help, reason, errors } = command.slot;
  return (
    <ConfirmDialog
      command={command}
      submitting={submitting}
      above={queue && <QueueBar queue={queue} name={command.receipt.name} actions={[]} typesLetters />}
      stored={
        reason !== "" && <TextArea label="What you typed" name="typed" readOnly defaultValue={reason} />
      }
    >
      <TextArea
        label={label}
        name="reason"
        rows={3}
        defaultValue={reason}
        help={help}
        errors={errors.length > 0 ? errors : undefined}
      />
    </ConfirmDialog>
  );
}
