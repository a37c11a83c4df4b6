import { countWords, firstLines, type Today } from "#app/today/lines.ts";
import { todayPath } from "#app/today/paths.ts";
import { LinkButton } from "#app/ui/Button.tsx";
import { Card } from "#app/ui/Card.tsx";
import { LineWords } from "./TodayLines.tsx";
import { useToday } from "./TodayNow.tsx";

const shownLines = 5;

/** Today's first lines, above the Stores cards (today#first-lines). */
export function TodayFirst({ loaded }: { loaded: Today | undefined }) {
  const today = useToday(loaded);
  const lines = today ? firstLines(today.parts, shownLines) : [];
  return (
    <Card title="Today" actions={<LinkButton href={todayPath}>{wayIn(today)}</LinkButton>}>
      {lines.length > 0 && (
        <ul className="ruled">
          {lines.map((line) => (
            <li key={line.key} className="py-1.5 wrap-anywhere">
              <span className="text-ink-soft">{line.title}: </span>
              <a href={line.href || todayPath}>
                <LineWords line={line} />
              </a>
            </li>
          ))}
        </ul>
      )}
      {today && lines.length === 0 && (
        <p className="text-ink-soft">
          {today.parts.length === 0 ? "Nothing waits for you." : "Not everything could be read."}
        </p>
      )}
    </Card>
  );
}

function wayIn(today: Today | undefined): string {
  if (!today) return "See what needs you";
  return today.waits.count === 0 ? "Open Today" : `See all ${countWords(today.waits)}`;
}
