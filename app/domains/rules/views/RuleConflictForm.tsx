import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { RuleConflict } from "#app/domains/rules/editor/editor.ts";
import type { MergeLine, Side } from "#app/domains/rules/editor/merge.ts";
import { Button } from "#app/ui/Button.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { ChangedBy, VersionTable } from "./VersionTable.tsx";

type Props = {
  conflict: RuleConflict;
  here: string;
  sending: string | undefined;
};

/**
 * What two people changed in one rule: a choice for each field that both changed, and what is taken from either without
 * being asked (rules#merge). Nothing is lost without it.
 */
export function RuleConflictForm({ conflict, here, sending }: Props) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (conflict) top.current?.focus();
  }, [conflict]);
  const pending = sending === undefined ? {} : { "aria-disabled": true };
  const asked = conflict.changes.filter(({ from }) => from === "asked");
  const { problems } = conflict;
  return (
    <Form method="post" action={here} preventScrollReset replace className="space-y-3">
      {conflict.typed.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="over" value={conflict.over} />
      <div ref={top} tabIndex={-1}>
        <Notice tone="attention">
          <ChangedBy who={conflict.who} at={conflict.at} what="while you were editing it" /> Nothing is saved
          yet. {wordsOf(conflict, asked.length)}
        </Notice>
      </div>
      {asked.map((line, index) => (
        <Choice key={line.field} line={line} name={`choices[${index}]`} />
      ))}
      <TakenTable changes={conflict.changes} />
      <div className="confirm-buttons">
        {problems.length === 0 && (
          <Button type="submit" variant="primary" name="intent" value="merge" {...pending}>
            {sending === "merge" ? "Saving…" : "Save as chosen"}
          </Button>
        )}
        <Button type="submit" name="intent" value="edit" formNoValidate {...pending}>
          Go back to editing
        </Button>
        {problems.length === 0 && (
          <Button type="submit" name="intent" value="overwrite" formNoValidate {...pending}>
            {sending === "overwrite" ? "Saving…" : "Keep mine"}
          </Button>
        )}
        <Button type="submit" name="intent" value="theirs" formNoValidate {...pending}>
          Take theirs
        </Button>
      </div>
      <p className="field-help">
        Keep mine takes yours wherever both of you changed something; what only they changed stays. Take
        theirs gives up everything that you changed.
      </p>
      <details>
        <summary>Both versions, field by field</summary>
        <VersionTable lines={conflict.lines} theirs="Theirs, saved" mine="Mine, not saved" />
      </details>
    </Form>
  );
}

function wordsOf({ problems, isUnanswered }: RuleConflict, asked: number): string {
  if (problems.length > 0) return `Both changes together do not work: ${problems.join(" ")}`;
  const what =
    asked === 1 ? "what both of you changed" : `each of the ${asked} fields that both of you changed`;
  return isUnanswered ? `Choose first, for ${what}.` : `Choose for ${what}.`;
}

const sideWords: Record<Side, string> = {
  theirs: "Theirs",
  mine: "Mine",
  both: "Both, theirs first",
};

/** Whose value one field takes. */
function Choice({ line, name }: { line: MergeLine; name: string }) {
  return (
    <fieldset className="choice">
      <legend>{line.label}</legend>
      <input type="hidden" name={`${name}.field`} value={line.field} />
      {line.was !== "" && <p className="field-help">It was: {line.was}</p>}
      {line.may.map((side) => (
        <label key={side} className="check">
          <input
            type="radio"
            name={`${name}.take`}
            value={side}
            required
            defaultChecked={line.taken === side}
          />
          <span>
            {sideWords[side]}
            {side !== "both" && `: ${line[side] || "–"}`}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const whose: Record<MergeLine["from"], string> = {
  theirs: "Theirs",
  mine: "Mine",
  same: "The same",
  asked: "",
};

/** What is saved in any case: only one of them changed it, or both in the same way. */
function TakenTable({ changes }: { changes: MergeLine[] }) {
  const taken = changes.filter(({ from }) => from !== "asked");
  if (taken.length === 0) return null;
  return (
    <table className="versions">
      <caption className="text-left">Saved with it: what only one of you changed</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">It was</th>
          <th scope="col">It will be</th>
          <th scope="col">Whose</th>
        </tr>
      </thead>
      <tbody>
        {taken.map(({ field, label, was, theirs, mine, from }) => (
          <tr key={`${field} ${from}`}>
            <th scope="row">{label}</th>
            <td data-label="It was">{was || "–"}</td>
            <td data-label="It will be">{(from === "theirs" ? theirs : mine) || "–"}</td>
            <td data-label="Whose">{whose[from]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
