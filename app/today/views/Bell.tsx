import { todayPath } from "#app/today/paths.ts";
import { Icon } from "#app/ui/Icon.tsx";
import { formatUnits } from "#app/values/values.ts";
import { useBell } from "./TodayNow.tsx";

/** The notification icon with the number of what is one's own and new; it opens Today (today#bell). */
export function Bell() {
  const { news } = useBell();
  if (!news)
    return (
      <a className="bar-button" href={todayPath} title="Today" aria-label="Today">
        <Icon name="bell" />
      </a>
    );
  return (
    <a className="bar-button" href={todayPath} title={`Today: ${formatUnits(news)} new or yours`}>
      <Icon name="bell" />
      <span className="sr-only">Today: </span>
      <span className="absolute right-0 top-0.5 rounded-full bg-attention-soft px-1 text-xs font-semibold tabular-nums text-attention">
        {news > 99 ? "99+" : news}
      </span>
      <span className="sr-only"> new or yours</span>
    </a>
  );
}
