import { Form } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { Button } from "#app/core/ui/Button.tsx";
import { StatusBadge } from "#app/core/ui/feedback/Status.tsx";
import { DateTime } from "#app/core/ui/text/DateTime.tsx";
import type { WorkstationPrinting } from "../bridge/printing.ts";
import { entryText } from "../labelStates.ts";
import type { JobCommand } from "../stations/station.ts";
import type { LabelLine } from "../stations/stationView.ts";
import { Hidden, submitterOf } from "./forms.tsx";
import { Notices } from "./Notices.tsx";

/** Where a command goes: to an address, or to the page that prints, which takes it itself. */
type Target = { action: string; token: string } | Pick<WorkstationPrinting, "command" | "printer">;

type Props = { label: string; lines: readonly LabelLine[]; target: Target };

/** The labels of a queue, each with its state and what can be done about it; `label` is the list's accessible name. */
export const LabelLines = ({ label, lines, target }: Props) => (
  <ul className="space-y-2" aria-label={label}>
    {lines.map((line) => (
      <Line key={line.id} line={line} target={target} />
    ))}
  </ul>
);

type LineProps = { line: LabelLine; target: Target };

function Line({ line, target }: LineProps) {
  const { title, copies, state, reason, by, since, printer, isClosed, isVoid, details, notices } = line;
  const { label, tone } = entryText(line);
  return (
    <li
      className="flex flex-wrap items-start justify-between gap-2 border-t border-line pt-2"
      data-state={state}
    >
      <div className="min-w-0 flex-[1_1_16rem] wrap-anywhere [&_.badge]:mr-2">
        <span className="block font-medium">
          {isVoid ? <s>{title}</s> : title} <span className="text-ink-faint">× {copies}</span>
        </span>
        <StatusBadge tone={isClosed ? "dismissed" : tone}>{label}</StatusBadge>
        {isVoid && <StatusBadge tone="dismissed">Void</StatusBadge>}
        <span className="text-ink-faint">{details}</span>
        <span className="text-ink-faint block">
          {[printer, by].filter(Boolean).join(", ")}, <DateTime at={since} />
        </span>
        {reason && <p className="text-ink-soft">{reason}</p>}
        <Notices of={notices} />
      </div>
      {line.commands.length > 0 && <LineCommands line={line} target={target} />}
    </li>
  );
}

const focused = { autoFocus: true };

/** The commands for a label; one that may have been printed prints again only after a question. */
function LineCommands({ line: { id, title, state, commands }, target }: LineProps) {
  /** False once the question was answered with No. */
  const [isAsking, setIsAsking] = useState<boolean>();
  const words: Record<JobCommand, string> = {
    ...{ came: "It came out", again: "Print again", void: "Void" },
    remove: state === "waiting" ? "Take back" : "Dismiss",
  };
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const pressed = commands.find((command) => command === submitterOf(event)?.value);
    const asks = state === "unknown" && pressed === "again" && !isAsking;
    if (asks || "command" in target) event.preventDefault();
    if (asks) setIsAsking(true);
    else if (pressed && "command" in target) target.command([id], pressed);
  }
  const button = (command: JobCommand) => ({
    ...({ type: "submit", name: "intent", value: command } as const),
    disabled: command === "again" && "command" in target && !target.printer,
  });
  const isBack = isAsking === false;
  return (
    <Form
      method="post"
      action={"action" in target ? target.action : undefined}
      preventScrollReset
      className="flex flex-wrap items-center gap-2"
      onSubmit={onSubmit}
    >
      {"token" in target && <Hidden fields={Object.entries({ token: target.token, job: id })} />}
      {isAsking && state === "unknown" ? (
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="sr-only">This label may have been printed already. Print it again?</legend>
          <span>It may be a second one. Print it again?</span>
          <Button {...button("again")} variant="primary">
            Yes, print again
          </Button>
          <Button {...focused} onClick={() => setIsAsking(false)}>
            No
          </Button>
        </fieldset>
      ) : (
        commands.map((command) => (
          <Button
            key={command}
            {...button(command)}
            {...(isBack && command === "again" ? focused : {})}
            variant={command === "remove" ? "quiet" : "secondary"}
            aria-label={`${words[command]}: ${title}`}
          >
            {words[command]}
          </Button>
        ))
      )}
    </Form>
  );
}
