import type { OpenCommand } from "#app/confirm/command.ts";
import { CommandForm, Earlier, yesOf } from "#app/confirm/views/CommandDialog.tsx";
import type { ChecksView, TakenIn } from "#app/domains/edi/partner/check/check.ts";
import { checkFilePath, interchangePath, interchangesPath } from "#app/domains/edi/partner/paths.ts";
import { LinkButton } from "#app/ui/Button.tsx";
import { Card } from "#app/ui/Card.tsx";
import { ConfirmButtons } from "#app/ui/dialogs/ConfirmButtons.tsx";
import { ErrorBar } from "#app/ui/feedback/ErrorBar.tsx";
import { Message, type MessageView } from "#app/ui/feedback/Message.tsx";
import { Notice, SentNotice } from "#app/ui/feedback/Notice.tsx";
import { EmptyState } from "#app/ui/lists/EmptyList.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { plural } from "#app/values/values.ts";
import { CheckedInterchangeCard } from "./CheckedInterchangeCard.tsx";

type FileView = { name: string; size: string };
type CheckedFile =
  | { is: "gone" }
  | { is: "taken"; file: FileView; taken: TakenIn; flash: MessageView | undefined }
  | { is: "checked"; file: FileView; dialog: OpenCommand<ChecksView> };

/** A chosen file: its dry run with 'Take it in', or the result (edi#check-page, edi#take-in). */
export function CheckedFileScreen({ shown, submitting }: { shown: CheckedFile; submitting: boolean }) {
  switch (shown.is) {
    case "gone":
      return (
        <Page title="Check a file">
          <EmptyState title="This file is not here for you">
            <p>
              A chosen file is kept for an hour, for the person who chose it alone: it is no longer kept, or
              somebody else chose it.
            </p>
            <LinkButton href={checkFilePath}>Choose a file</LinkButton>
          </EmptyState>
        </Page>
      );
    case "taken":
      return <Taken {...shown} />;
    case "checked":
      return <Checked file={shown.file} command={shown.dialog} submitting={submitting} />;
  }
}

function Taken({
  file,
  taken: { at, interchanges },
  flash,
}: {
  file: FileView;
  taken: TakenIn;
  flash: MessageView | undefined;
}) {
  return (
    <Page title={`Taken in: ${file.name}`} subtitle={file.size}>
      {flash && <Message shown={flash} />}
      <Card title="Interchanges">
        <p>
          Taken in <DateTime at={at} />. They are processed now.
        </p>
        {interchanges.length === 0 ? (
          <p>
            The service did not tell which interchanges the file held:{" "}
            <a href={interchangesPath()}>look for the newest</a>.
          </p>
        ) : (
          <ul className="list-inside list-disc wrap-anywhere">
            {interchanges.map(({ id, name }) => (
              <li key={id}>
                <a href={interchangePath({ id })}>Interchange {name}</a>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <div>
        <LinkButton href={checkFilePath}>Check another file</LinkButton>
      </div>
    </Page>
  );
}

function Checked({
  file,
  command,
  submitting,
}: {
  file: FileView;
  command: OpenCommand<ChecksView>;
  submitting: boolean;
}) {
  const { problem, sent, refusal, earlier, question, slot } = command;
  return (
    <Page title={`Check of ${file.name}`} subtitle={`${file.size}. Nothing of it has been taken in.`}>
      {problem && <ErrorBar error={problem} dismissible retryHref={command.here} />}
      {sent && refusal === undefined && <SentNotice sent={sent} yes={yesOf(question, earlier)} />}
      {refusal !== undefined && <Notice tone="attention">{refusal}</Notice>}
      {refusal === undefined && (
        <CommandForm command={command} submitting={submitting}>
          <div className="space-y-3">
            {earlier && <Earlier earlier={earlier} />}
            <ConfirmButtons
              yes={yesOf(question, earlier)}
              no={question.no || "Choose another file"}
              closeTo={checkFilePath}
              isPending={submitting}
            />
          </div>
        </CommandForm>
      )}
      {refusal !== undefined && (
        <div>
          <LinkButton href={checkFilePath}>Choose another file</LinkButton>
        </div>
      )}
      {!problem && slot.interchanges.length === 0 && <EmptyState title="The file holds no interchange" />}
      {slot.interchanges.map((one) => (
        <CheckedInterchangeCard key={one.key} check={one} />
      ))}
      {slot.more > 0 && (
        <p>and {plural(slot.more, "more interchange", "more interchanges")}, which would be taken in, too</p>
      )}
    </Page>
  );
}
