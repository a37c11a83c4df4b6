import { Form } from "@remix-run/react";
import { outcomeWords } from "#app/core/commands/model.ts";
import { type BulkSearch, bulkPath, bulkSearch } from "#app/core/records/listPaths.ts";
import { Button } from "#app/core/ui/Button.tsx";
import { StatusBadge, type Tone } from "#app/core/ui/feedback/Status.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { type outcomesOf, type RowResult, type Stuck, wayWords } from "#app/features/bulk/rows.ts";

/** Green is what needs nobody. */
const tones: Record<RowResult["is"], Tone> = {
  wentOn: "ok",
  needsPerson: "attention",
  failed: "attention",
  notKnown: "background",
};

const capitalized = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** What became of one record. */
export function OutcomeBadge({ result }: { result: RowResult }) {
  const words = result.is === "notKnown" ? `sent; ${result.words}` : outcomeWords(result);
  return <StatusBadge tone={tones[result.is]}>{capitalized(words)}</StatusBadge>;
}

type List = { kind: string } & Pick<BulkSearch, "alias" | "list">;

/** Records that wait for a person, a row for each reason, with what they offer themselves (bulk#outcomes). */
export function StuckRows({ stuck, list }: { stuck: readonly Stuck[]; list: List }) {
  if (stuck.length === 0) return null;
  return (
    <ul className="divide-y divide-line border-y border-line">
      {stuck.map(({ reason, ids, next }) => (
        <li
          key={reason}
          className="grid grid-cols-[2.5rem_minmax(0,1fr)] items-center gap-x-3 gap-y-1 py-1 sm:grid-cols-[2.5rem_minmax(0,1fr)_auto]"
        >
          <strong className="text-end tabular-nums">{ids.length}</strong>
          <span className="min-w-0 break-words">{reason}</span>
          <div className="flex flex-wrap gap-2 max-sm:col-start-2">
            {next.map((way) => (
              <WayOn key={way.action} way={way} list={list} />
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Leads to the review of one action for exactly the records that offer it. */
function WayOn({ way: { action, label, ids }, list }: { way: Stuck["next"][number]; list: List }) {
  const { names } = bulkSearch;
  return (
    <Form method="post" action={bulkPath(list.kind)}>
      <input type="hidden" name={names.alias} value={list.alias} />
      <input type="hidden" name={names.list} value={list.list} />
      {ids.map((id) => (
        <input key={id} type="hidden" name={names.ids} value={id} />
      ))}
      <Button type="submit" name={names.action} value={action}>
        {wayWords(label, ids.length)}
      </Button>
    </Form>
  );
}

const plain = (count: number, words: string): string[] => (count === 0 ? [] : [`${count} ${words}`]);

/** What became of the records of a run: three numbers, then the reasons of those that need a person (bulk#outcomes). */
export function Outcomes({ outcomes, list }: { outcomes: ReturnType<typeof outcomesOf>; list: List }) {
  const { wentOn, needsPerson, failedAgain, notKnown, stuck } = outcomes;
  if (wentOn + needsPerson + failedAgain + notKnown === 0) return null;
  const waits = [...plain(failedAgain, "failed again"), ...plain(needsPerson, "need a person")];
  const tiles: { tone: Tone; label: string; count: number; about?: string }[] = [
    { tone: "ok", label: "Went on", count: wentOn },
    {
      tone: "attention",
      label: needsPerson === 0 ? "Failed again" : "Need a person",
      count: needsPerson + failedAgain,
      ...(needsPerson > 0 && failedAgain > 0 ? { about: waits.join(", ") } : {}),
    },
    { tone: "background", label: "Sent; not known yet", count: notKnown },
  ];
  return (
    <>
      <dl className="grid grid-cols-3 gap-2" aria-label="What became of them">
        {tiles.map(({ tone, label, count, about }) => (
          <div
            key={label}
            className={`flex flex-col-reverse justify-end rounded-lg px-3 py-2 ${count === 0 ? "text-ink-soft" : `bg-tone-soft tone-${tone}`}`}
          >
            {about && <dd className="text-ink-soft">{about}</dd>}
            <dt className="flex items-baseline gap-1">
              {count > 0 && (
                <span className="text-tone">
                  <Icon name={tone} />
                </span>
              )}
              {label}
            </dt>
            <dd className="text-lg font-semibold tabular-nums">{count}</dd>
          </div>
        ))}
      </dl>
      <StuckRows stuck={stuck} list={list} />
    </>
  );
}
