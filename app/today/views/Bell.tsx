import { countWords } from "#app/today/lines.ts";
import { todayPath } from "#app/today/paths.ts";
import { classes } from "#app/ui/classes.ts";
import { Icon } from "#app/ui/Icon.tsx";
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
    <a
      className={classes("bar-button", count > 0 && "w-auto gap-1 px-1.5")}
      href={todayPath}
      title={`Today: ${countWords(waits)} waiting for attention`}
    >
      <Icon name="bell" />
      <span className="sr-only">Today: </span>
      {count > 0 ? (
        <span className="rounded-full bg-attention-soft px-1.5 text-xs font-semibold tabular-nums text-attention">
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
