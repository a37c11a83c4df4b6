import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { RuleConflict } from "#app/domains/rules/editor/editor.ts";
import { Button } from "#app/ui/elements.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { ChangedBy, VersionTable } from "./VersionTable.tsx";

type Props = {
  conflict: RuleConflict;
  here: string;
  sending: string | undefined;
};

/** The version that another person saved meanwhile next to one's own, and the choice between them (rules#together). */
export function RuleConflictForm({ conflict, here, sending }: Props) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (conflict) top.current?.focus();
  }, [conflict]);
  const pending = sending === undefined ? {} : { "aria-disabled": true };
  return (
    <Form method="post" action={here} preventScrollReset replace className="space-y-3">
      {conflict.typed.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="over" value={conflict.over} />
      <div ref={top} tabIndex={-1}>
        <Notice tone="attention">
          <ChangedBy who={conflict.who} at={conflict.at} what="while you were editing it" /> Nothing of yours
          is saved yet. Choose which version stays.
        </Notice>
      </div>
      <VersionTable lines={conflict.lines} theirs="Theirs, saved" mine="Mine, not saved" />
      <div className="confirm-buttons">
        <Button type="submit" variant="primary" name="intent" value="edit" formNoValidate {...pending}>
          Go back to editing
        </Button>
        <Button type="submit" name="intent" value="overwrite" formNoValidate {...pending}>
          {sending === "overwrite" ? "Saving…" : "Keep mine"}
        </Button>
        <Button type="submit" name="intent" value="theirs" formNoValidate {...pending}>
          Take theirs
        </Button>
      </div>
      <p className="field-help">
        Keep mine replaces their version with yours. Take theirs gives up everything that you changed.
      </p>
    </Form>
  );
}
