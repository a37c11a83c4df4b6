import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import { entriesOf, searchOf } from "#app/core/search/search.ts";
import { Icon } from "../Icon.tsx";

/** The URL of the list whose filter fields are shown as chips; undefined where they are fields. */
const ChipsOf = createContext<string | undefined>(undefined);

/** A filter that is on, in words, and the way without it. */
export const Chip = ({ label, href }: { label: string; href: string }) => (
  <li className="max-w-full">
    <a
      className="inline-flex min-h-6 max-w-full items-center gap-1 rounded-full border border-line-strong bg-surface px-2 py-0.5 text-ink no-underline hover:border-accent hover:bg-accent-soft hover:text-ink gapless:m-0.5 coarse:min-h-touch"
      href={href}
      aria-label={`Remove the filter ${label}`}
      data-scroll="keep"
    >
      <span className="min-w-0 truncate">{label}</span>
      <Icon name="close" />
    </a>
  </li>
);

export const Chips = ({ children }: { children: ReactNode }) => (
  <ul
    className="flex min-w-0 flex-wrap gap-x-2 gap-y-1 text-xs empty:hidden"
    aria-label="Filters that are on"
  >
    {children}
  </ul>
);

/** The filter `fields` of the list at `here` as chips, each while it filters. */
export const FieldChips = ({ here, fields }: { here: string; fields: ReactNode }) => (
  <Chips>
    <ChipsOf.Provider value={here}>{fields}</ChipsOf.Provider>
  </Chips>
);

/** Whether filter fields are shown as chips: then what groups them is left out. */
export const useIsChips = (): boolean => useContext(ChipsOf) !== undefined;

/** A filter field that can be shown as a chip; `wordsOf` is empty while it does not filter. */
export const withChip = <Props extends { name: string }>(
  Field: ComponentType<Props>,
  wordsOf: (props: Props) => string,
) =>
  function FilterField(props: Props) {
    const here = useContext(ChipsOf);
    if (here === undefined) return <Field {...props} />;
    const label = wordsOf(props);
    const others = entriesOf(here).filter(([name]) => name !== props.name && name !== "page");
    return label && <Chip label={label} href={`${here.split("?", 1)[0]}${searchOf(others)}`} />;
  };
