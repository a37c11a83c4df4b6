import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { RuleConflict } from "#app/domains/rules/editor.ts";
import { Button } from "#app/ui/Button.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { ChangedBy, VersionTable } from "./VersionTable.tsx";

/** Another person's version beside one's own, and the choice between them. Nothing is lost without it. */
export function RuleConflictForm({
  conflict,
  here,
  sending,
}: {
  conflict: RuleConflict;
  here: string;
  sending: string | undefined;
}) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.focus(), []);
  const pending = sending === undefined ? {} : { "aria-disabled": true };
  return (
    <Form method="post" action={here} preventScrollReset replace>
      {conflict.typed.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="over" value={conflict.over} />
      <div ref={top} tabIndex={-1}>
        <Notice tone="attention">
          <ChangedBy who={conflict.who} at={conflict.at} what="while you were editing it" /> Nothing is saved
          yet: choose which version stays.
        </Notice>
      </div>
      <VersionTable lines={conflict.lines} theirs="Theirs, saved" mine="Mine, not saved" />
      <div className="confirm-buttons">
        <Button type="submit" variant="primary" name="intent" value="edit" {...pending}>
          Go back to editing
        </Button>
        <Button type="submit" name="intent" value="overwrite" {...pending}>
          {sending === "overwrite" ? "Saving…" : "Keep mine"}
        </Button>
        <Button type="submit" name="intent" value="theirs" {...pending}>
          Take theirs
        </Button>
      </div>
    </Form>
  );
}
