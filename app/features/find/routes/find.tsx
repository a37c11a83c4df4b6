import {
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useId } from "react";
import { find } from "#app/composition/finders.server.ts";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { redirectWithFlash } from "#app/core/http/flash.server.ts";
import { Button } from "#app/core/ui/Button.tsx";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { StatusBadge } from "#app/core/ui/feedback/Status.tsx";
import { SearchField } from "#app/core/ui/fields/fields.tsx";
import { keyed } from "#app/core/ui/keyed.ts";
import { EmptyState } from "#app/core/ui/lists/EmptyList.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { RelativeTime } from "#app/core/ui/text/DateTime.tsx";
import { Parts } from "#app/core/ui/text/Parts.tsx";
import { tooManyFinds, waitToFind } from "#app/features/find/finder.server.ts";
import { aboutWords, type FindResult, type Group, type Hit, onlyHit } from "#app/features/find/hits.ts";
import { findPath, findSearch } from "#app/features/find/paths.ts";
import { preferencesPath } from "#app/features/preferences/paths.ts";

const examples: readonly (readonly [what: string, example: string])[] = [
  ["An order, by its number or the partner's", "#VOL10164"],
  ["A return, by its name, RA# or parcel", "EXO 622"],
  ["A customer, by name, email, phone or place", "muller carlton north"],
  ["A product, by SKU, barcode, style or title", "9312345678907"],
  ["EDI, by purchase order, interchange or package", "po 4500012345"],
  ["A rule, a store or a page", "returns clarks"],
  ["An action on a record", "retry EXO-000622"],
];

function Examples() {
  return (
    <dl className="grid-fill-[22rem] gap-x-6 gap-y-1 text-left">
      {examples.map(([what, example]) => (
        <div key={example} className="flex flex-wrap justify-between gap-x-3 border-b border-line py-1">
          <dt>{what}</dt>
          <dd>
            <code>{example}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const Keys = () => (
  <p className="with-scripting">
    Ctrl-K, and '/' unless you turned it off in your <a href={preferencesPath}>preferences</a>, lead to the
    field from every page.
  </p>
);

/** Kinds whose hits have customers, amounts and states have a column for each; others have their words. */
const hasColumns = (hits: readonly Hit[]) => hits.some(({ about }) => about.state !== undefined);

function HitColumns({ hit: { about, at } }: { hit: Hit }) {
  const { who, where, amount, state, store, rest = [] } = about;
  return (
    <>
      <span className="hit-who">{who}</span>
      <span className="hit-where">{where}</span>
      <span className="hit-amount">{amount}</span>
      <span className="hit-state">{state && <StatusBadge tone={state.tone}>{state.label}</StatusBadge>}</span>
      <span className="hit-store">{store}</span>
      <span className="hit-age">{at && <RelativeTime at={at} />}</span>
      {rest.length > 0 && (
        <span className="hit-rest">
          <Parts texts={rest} />
        </span>
      )}
    </>
  );
}

function HitWords({ hit: { about, at } }: { hit: Hit }) {
  return (
    <>
      <span className="hit-words">
        <Parts texts={aboutWords(about)} />
      </span>
      <span className="hit-age">{at && <RelativeTime at={at} />}</span>
    </>
  );
}

function Hits({ group: { label, hits, isCut, more } }: { group: Group }) {
  const id = useId();
  const Rest = hasColumns(hits) ? HitColumns : HitWords;
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>
        {`${label} `}
        <span className="font-normal text-ink-faint">{isCut ? `${hits.length} or more` : hits.length}</span>
      </h2>
      <ul className="ruled">
        {keyed(hits, ({ href }) => href).map(({ key, item: hit }) => (
          <li key={key}>
            <a href={hit.href} className="hit">
              <b className="hit-title">
                <bdi>{hit.shortTitle ?? hit.title}</bdi>
              </b>{" "}
              <Rest hit={hit} />
            </a>
          </li>
        ))}
      </ul>
      {more && (
        <p>
          <a href={more.href}>{more.label}</a>
        </p>
      )}
    </section>
  );
}

const withoutWord = (words: string): string => `Found without "${words}".`;

function found({ query, groups, without }: FindResult): string {
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0);
  const more = groups.some((group) => group.isCut) ? " or more" : "";
  if (count === 0) return `Nothing found for '${query}'`;
  return `${count}${more} found for '${query}'${without === undefined ? "" : ` without "${without}"`}`;
}

/** Everything that is found, by kind, best first (find#page). */
export default function Find() {
  const { refusal, ...result }: FindResult & { refusal: string | undefined } = useLoaderData<typeof loader>();
  const { query, groups, searched, unsearched, unfit, closed } = result;
  const notSearched = [...unsearched, ...unfit, ...(closed === undefined ? [] : [closed])];
  return (
    <Page title="Find" subtitle={query === "" || refusal ? undefined : found(result)}>
      <search aria-label="Find">
        <form
          action={findPath("")}
          className="flex flex-wrap items-end gap-2 [&>.field]:max-w-[40rem] [&>.field]:flex-[1_1_16rem]"
          data-soft=""
        >
          <SearchField
            name={findSearch.names.query}
            label="Number, name, email, phone, place, code, title or page"
            value={query}
          />
          <Button type="submit" variant="primary" icon="search">
            Find
          </Button>
        </form>
      </search>
      {refusal && <Notice tone="attention">{refusal}</Notice>}
      {query === "" && (
        <>
          <Examples />
          <Keys />
        </>
      )}
      {query !== "" && !refusal && groups.length === 0 && (
        <EmptyState title="No record has this">
          <p>Check the spelling, or look for a part of it. It may be one of these:</p>
          <Examples />
        </EmptyState>
      )}
      {groups.map((group) => (
        <Hits key={group.kind} group={group} />
      ))}
      {searched.length + notSearched.length > 0 && (
        <section className="text-xs text-ink-faint" aria-label="What was searched, and what was not">
          <ul>
            {searched.length > 0 && <li>Searched: {searched.join(", ")}.</li>}
            {notSearched.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
    </Page>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data: found }) => [
  { title: found?.query ? `Find ${found.query}` : "Find" },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "find");
  const { query, all } = findSearch.read(request.url);
  const nothing = { query, groups: [], searched: [], unsearched: [], unfit: [], isLate: false };
  if (query === "") return { ...nothing, refusal: undefined };
  const seconds = await waitToFind(user);
  if (seconds > 0) {
    return data(
      { ...nothing, refusal: tooManyFinds(seconds) },
      { status: 429, headers: { "Retry-After": String(seconds) } },
    );
  }
  const found = await find(user, query);
  const only = all ? undefined : onlyHit(found);
  const words = [
    found.without === undefined ? "" : withoutWord(found.without),
    ...(only?.note ? [only.note.words] : []),
  ]
    .filter(Boolean)
    .join(" ");
  if (only && words !== "")
    throw await redirectWithFlash(request, only.href, words, "background", only.note?.panel);
  if (only) throw redirect(only.href);
  return { ...found, refusal: undefined };
}

/** How long to wait is said to machines, too. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
