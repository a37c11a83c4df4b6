import { findPath, findSearch } from "#app/features/find/paths.ts";

/** The field on a page that does not exist (addresses#not-found). */
export const FindHere = () => (
  <search aria-label="Find" className="my-4 w-full max-w-[40rem]">
    <form action={findPath("")} data-soft="" className="field">
      <input
        type="search"
        name={findSearch.names.query}
        aria-label="Find a number, name, code or page"
        placeholder="Number, name, code or page"
      />
    </form>
  </search>
);
