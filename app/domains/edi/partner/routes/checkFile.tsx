import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { type DragEvent, useRef, useState } from "react";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { FieldShell, TextArea } from "#app/core/ui/fields/fields.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { answerCheckForm, checkForm, requireCheck } from "#app/domains/edi/partner/check/check.server.ts";
import { checkFilePath, interchangesPath } from "#app/domains/edi/partner/paths.ts";
import { fileLimitWords } from "#contract/ediCheck.ts";

export const meta: MetaFunction = () => [{ title: "Check a file · EDI (Myer)" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return checkForm(await requireCheck(request));
}

export async function action({ request }: ActionFunctionArgs) {
  return answerCheckForm(await requireCheck(request));
}

/** A partner's file is chosen, dropped or pasted (edi#check-page); with scripting, an oversized one is not even sent. */
export default function CheckFile() {
  const opened = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>() ?? opened;
  const reading = useNavigation().state !== "idle";
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [here, setHere] = useState<string>();
  const problem = here ?? (reading ? undefined : form.problem);

  const limit = fileLimitWords(form.limit);
  const tooLarge = `The file is larger than ${limit}, which is the most that is taken in. Nothing was sent.`;
  const isTooLarge = () => (input.current?.files?.[0]?.size ?? 0) > form.limit * 1024;
  const look = () => setHere(isTooLarge() ? tooLarge : undefined);
  /** Moving between parts of the form is not leaving it. */
  function leave({ currentTarget, relatedTarget }: DragEvent) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  }
  // Text dragged into the text field is left to the browser.
  function drop(event: DragEvent) {
    setOver(false);
    if (!input.current || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    input.current.files = event.dataTransfer.files;
    look();
  }

  return (
    <Page
      title="Check a file"
      subtitle="What is in a partner's file and what would become of it, before it is taken in"
      actions={<LinkButton href={interchangesPath()}>Interchanges</LinkButton>}
    >
      <Form
        method="post"
        action={checkFilePath}
        encType="multipart/form-data"
        className="max-w-3xl space-y-4"
        aria-label="A partner's file"
        onSubmit={(event) => {
          if (!isTooLarge()) return;
          event.preventDefault();
          setHere(tooLarge);
        }}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes("Files")) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={leave}
        onDrop={drop}
      >
        <input type="hidden" name="token" value={form.token} />
        <div
          className={`rounded-lg border border-dashed p-4 ${isOver ? "border-accent bg-accent-soft" : "border-line-strong bg-surface"}`}
        >
          <FieldShell
            id="edi-file"
            texts={{
              label: "File",
              name: "file",
              help: `Choose it, or drop it here. At most ${limit}.`,
              errors: problem ? [problem] : undefined,
            }}
          >
            <input
              ref={input}
              id="edi-file"
              type="file"
              name="file"
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? "edi-file-help edi-file-errors" : "edi-file-help"}
              onChange={look}
            />
          </FieldShell>
        </div>
        <TextArea
          label="Or its text"
          name="text"
          rows={10}
          defaultValue={form.text}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          help="Paste it here. Where a file is chosen, the file counts."
          className="font-mono"
        />
        <div className="confirm-buttons">
          <Button type="submit" variant="primary" aria-disabled={reading ? true : undefined}>
            {reading ? "Reading…" : "Check"}
          </Button>
        </div>
        <p className="text-xs text-ink-soft" role="status">
          {reading ? "The file is being read. Nothing of it is kept by the service." : ""}
        </p>
      </Form>
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
