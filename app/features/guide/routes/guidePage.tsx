import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { findsFor, findsNamed, openTo } from "#app/composition/guidePlaces.server.ts";
import { may, requireMay } from "#app/core/auth/guard.server.ts";
import { env } from "#app/core/env.server.ts";
import { notFound } from "#app/core/http/apiError.server.ts";
import { KeyList } from "#app/core/lists/RowKeys.tsx";
import { rowKeys } from "#app/core/lists/rowKeys.ts";
import { knownStores } from "#app/core/stores/guard.server.ts";
import { readableStores } from "#app/core/stores/model.ts";
import { Card } from "#app/core/ui/Card.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { guidePages } from "#app/features/guide/guidePages.server.ts";
import {
  entriesFor,
  type Key,
  type Opened,
  type Picture,
  type PieceView,
  type TaskView,
  toGuideView,
} from "#app/features/guide/model.ts";
import { guidePath, pictureHeight, picturePath, pictureWidth } from "#app/features/guide/paths.ts";
import { preferencesPath } from "#app/features/preferences/paths.ts";

function Piece({ piece }: { piece: PieceView }) {
  if (typeof piece === "string") return piece;
  const { words, href, store } = piece;
  if (!href) return <strong>{words}</strong>;
  return (
    <>
      <a href={href}>{words}</a>
      {store && <span className="text-ink-soft"> ({store})</span>}
    </>
  );
}

const Figure = ({ name, alt }: Picture) => (
  <a
    href={picturePath(name)}
    className="block max-w-[40rem] overflow-hidden rounded border border-line print:max-w-[12cm]"
    target="_blank"
    rel="noreferrer"
  >
    <img
      className="block w-full"
      src={picturePath(name)}
      alt={alt}
      width={pictureWidth}
      height={pictureHeight}
      loading="lazy"
      decoding="async"
    />
  </a>
);

const Task = ({ task: { title, steps, picture } }: { task: TaskView }) => (
  <Card title={title}>
    <ol className="max-w-prose list-decimal space-y-1.5 pl-5">
      {steps.map((pieces, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name, and stay where they are.
        <li key={at} className="pl-1 wrap-anywhere">
          {pieces.map((piece, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: neither have pieces of a sentence.
            <Fragment key={place}>
              <Piece piece={piece} />
            </Fragment>
          ))}
        </li>
      ))}
    </ol>
    {picture && <Figure {...picture} />}
  </Card>
);

const everywhere: readonly Key[] = [
  { name: "/ or Ctrl-K", about: "To the field that finds everything" },
  ...rowKeys.slice(0, -1),
  { name: "a letter", about: "On a row: one of its actions; '?' says which" },
  { name: "?", about: "These keys, wherever you are, with the way to this guide" },
];

const Keys = ({ keys }: { keys: readonly Key[] }) => (
  <Card title="Keys">
    <KeyList keys={keys} />
    <p>
      Keys of one letter can be turned off in your <a href={preferencesPath}>preferences</a>.
    </p>
  </Card>
);

const Opens = ({ role, opens }: { role: string; opens: readonly Opened[] }) => (
  <Card title={`What the role ${role} opens`}>
    <ul className="grid-fill-[24rem] gap-x-6 gap-y-1">
      {opens.map(({ about, href, store }) => (
        <li key={about}>
          {href ? <a href={href}>{about}</a> : about}
          {store && <span className="text-ink-soft"> ({store})</span>}
        </li>
      ))}
    </ul>
  </Card>
);

const Troubles = () => (
  <Card title="When something is in the way">
    <ul className="grid-fill-[24rem] gap-x-6 gap-y-1">
      <li>
        <strong>'Your session has ended':</strong> log in again. What you typed is still there.
      </li>
      <li>
        <strong>A page says 403:</strong> it names the roles that open it. Ask an administrator.
      </li>
      <li>
        <strong>A failure with a reference:</strong> it says whether anything was done. Give the reference to
        whoever helps you.
      </li>
      <li>
        <strong>'Not known' after an action:</strong> it was sent and no answer came. Look at the record
        before you do it again.
      </li>
    </ul>
  </Card>
);

/** The guide page of one role (guide#pages). */
export default function GuidePage() {
  const { guide, opens, pages, current } = useLoaderData<typeof loader>();
  const { title, role, about, isOwn, tasks, keys } = guide;
  return (
    <Page title={`Guide: ${title}`} subtitle={about}>
      <nav
        aria-label="Pages of the guide"
        className="flex flex-wrap gap-x-4 gap-y-1 [&>[aria-current]]:font-semibold [&>[aria-current]]:text-ink [&>[aria-current]]:no-underline"
      >
        <a href={guidePath}>All pages</a>
        {[...pages.own, ...pages.others].map((page) => (
          <a key={page.key} href={page.href} aria-current={page.key === current ? "page" : undefined}>
            {page.title}
          </a>
        ))}
      </nav>
      {!isOwn && (
        <p className="notice tone-background">
          <Icon name="background" />
          This is the work of the role {role}. Yours is another: what it does not open is named here without a
          link.
        </p>
      )}
      <div className="grid-fit-[30rem] items-start gap-3 print:block print:space-y-4">
        {tasks.map((task) => (
          <Task key={task.title} task={task} />
        ))}
      </div>
      <Keys keys={[...everywhere, ...keys]} />
      <Troubles />
      <Opens role={role} opens={opens} />
    </Page>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.guide.title} · Guide` : "Guide" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireMay(request, "guide");
  const page = guidePages.find(({ key }) => key === params.role);
  if (!page) throw notFound(request, "The guide has no such page.");
  const find = findsFor((permission) => may(user, permission), readableStores(await knownStores(user)));
  return {
    guide: toGuideView(page, user.roles, findsNamed(find)),
    opens: openTo(page.role, env.GLOBAL_ACTIONS, find),
    pages: entriesFor(guidePages, user.roles),
    current: page.key,
  };
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
