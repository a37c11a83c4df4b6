import { countWords } from "#app/today/lines.ts";
import { todayPath } from "#app/today/paths.ts";
import { Icon } from "#app/ui/elements.tsx";
import { formatUnits } from "#app/values/values.ts";
import { useBell } from "./TodayNow.tsx";

/** The notification icon with the number of records that need this person; it opens Today (today#bell). */
export function Bell() {
  const { waits } = useBell();
  if (!waits)
    return (
      <a className="bar-button" href={todayPath} title="Today" aria-label="Today">
        <Icon name="bell" />
      </a>
    );
  const { count, orMore } = waits;
  return (
    <a className="bar-button" href={todayPath} title={`Today: ${countWords(waits)} waiting for attention`}>
      <Icon name="bell" />
      <span className="sr-only">Today: </span>
      {count > 0 ? (
        <span className="count">
          {formatUnits(count)}
          {orMore && "+"}
        </span>
      ) : (
        <span className="sr-only">nothing</span>
      )}
      <span className="sr-only"> waiting for attention</span>
    </a>
  );
}
