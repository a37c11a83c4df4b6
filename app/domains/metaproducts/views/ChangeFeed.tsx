import type { Changes } from "#app/domains/metaproducts/changes.ts";
import type { ChangesFilter } from "#app/domains/metaproducts/detail.ts";
import { productView } from "#app/domains/metaproducts/search.ts";
import { SearchField } from "#app/ui/fields/SearchField.tsx";
import { FilterBar } from "#app/ui/lists/FilterBar.tsx";
import { ActivityFeed } from "#app/ui/text/ActivityFeed.tsx";
import { useTimeZone } from "#app/ui/text/TimeZone.tsx";
import { formatDay } from "#app/ui/text/time.ts";
import { plural } from "#app/values/show.ts";
import { ChangeText } from "./ChangeText.tsx";

/** What happened to a product, by day, newest first, with a filter that stands in the address (products#changes). */
export function ChangeFeed({ changes, filter }: { changes: Changes; filter: ChangesFilter }) {
  const timeZone = useTimeZone();
  if (changes.all === 0) return <p>This product has no recorded changes.</p>;
  const found = changes.entries.length + changes.older;
  return (
    <>
      <FilterBar
        action={filter.action}
        keep={filter.keep}
        {...(filter.query === "" ? {} : { resetHref: filter.clearHref })}
      >
        <SearchField
          name={productView.names.change}
          label="Changes with"
          value={filter.query}
          hint="Code, attribute or value"
        />
      </FilterBar>
      {filter.query !== "" && (
        <p role="status">
          {found === 0 ? "No change matches." : `${plural(found, "change", "changes")} of ${changes.all}.`}
        </p>
      )}
      <ActivityFeed
        entries={changes.entries.map((change) => ({
          key: change.key,
          title: [change.code, change.attribute].filter(Boolean).join(" · ") || "Change",
          body: <ChangeText oldValue={change.oldValue} newValue={change.newValue} />,
          day: (change.at && formatDay(change.at, timeZone)) ?? "Without a date",
          ...(change.at === undefined ? {} : { at: change.at }),
        }))}
      />
      {changes.older > 0 && <p className="faint">{changes.older} older changes are in Raw Data.</p>}
    </>
  );
}
