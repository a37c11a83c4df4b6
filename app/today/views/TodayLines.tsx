import { Form } from "@remix-run/react";
import { countWords, type TodayLine } from "#app/today/lines.ts";
import { todayPath } from "#app/today/paths.ts";
import { Button } from "#app/ui/Button.tsx";
import { RelativeTime } from "#app/ui/text/RelativeTime.tsx";
import { Since } from "#app/ui/text/Since.tsx";

/** What a line says: how many of what, since when. What is one by its nature says how long ago beneath. */
export const LineWords = ({ line }: { line: TodayLine }) => (
  <>
    {!line.isOne && (
      <>
        <strong className="tabular-nums">{countWords(line)}</strong>{" "}
      </>
    )}
    {line.words}
    {!line.isOne && line.oldestAt !== undefined && (
      <>
        {" "}
        <Since at={line.oldestAt} />
      </>
    )}
  </>
);

/** A line's words as the way to its records: their list, or one for each place. */
function Way({ line }: { line: TodayLine }) {
  const words = <LineWords line={line} />;
  if (!line.places) return <a href={line.href}>{words}</a>;
  return (
    <details>
      <summary>{words}</summary>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 pt-1">
        {line.places.map(({ label, words: count, href }) => (
          <li key={href}>
            <a href={href}>{label}</a> <span className="text-ink-soft tabular-nums">{count}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/**
 * One cause: how many, since when, the way to them, and 'Not now' (today#not-now) or the way back. `about` is what the
 * line alone has to say.
 */
function Line({
  line,
  about,
  intent,
}: {
  line: TodayLine;
  about?: string | undefined;
  intent: "putOff" | "bringBack";
}) {
  const { key, oldestAt, stamp } = line;
  return (
    <li className="flex items-start justify-between gap-x-4 py-1">
      <div className="min-w-0 flex-1 py-1.5 [overflow-wrap:anywhere]">
        <Way line={line} />
        {line.isOne && oldestAt !== undefined && (
          <p className="text-sm text-ink-soft">
            <RelativeTime at={oldestAt} whole />
          </p>
        )}
        {about && <p className="text-sm text-ink-soft">{about}</p>}
      </div>
      <Form method="post" action={todayPath} preventScrollReset replace className="flex-none">
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="line" value={key} />
        <input type="hidden" name="stamp" value={stamp} />
        <Button type="submit" variant={intent === "putOff" ? "quiet" : "secondary"}>
          {intent === "putOff" ? "Not now" : "Bring back"}
          <span className="sr-only"> {line.words}</span>
        </Button>
      </Form>
    </li>
  );
}

/** Lines of one part; what several of them have to say stands once, beneath them. */
export function Lines({ lines, intent }: { lines: TodayLine[]; intent: "putOff" | "bringBack" }) {
  const said = lines.flatMap(({ about }) => about ?? []);
  const shared = [...new Set(said.filter((about, index) => said.indexOf(about) !== index))];
  return (
    <>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <Line
            key={line.key}
            line={line}
            about={line.about !== undefined && shared.includes(line.about) ? undefined : line.about}
            intent={intent}
          />
        ))}
      </ul>
      {shared.map((about) => (
        <p key={about} className="text-sm text-ink-soft">
          {about}
        </p>
      ))}
    </>
  );
}
