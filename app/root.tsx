import interAddress from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ComponentProps, memo, type ReactNode, useEffect, useState } from "react";
import { readFrame } from "#app/composition/frame.server.ts";
import { accountMenu, globalMenu, storeMenu } from "#app/composition/navigation.ts";
import { avatarPath } from "#app/core/auth/avatar.server.ts";
import { may, optionalUser, type User } from "#app/core/auth/guard.server.ts";
import { noUsername } from "#app/core/auth/loginProblems.ts";
import { lifeFromNow } from "#app/core/auth/session.server.ts";
import { env } from "#app/core/env.server.ts";
import {
  correlationMeta,
  useNonce,
  usePageCorrelationId,
  usePageStyles,
} from "#app/core/http/clientNonce.ts";
import { FlashMessage } from "#app/core/http/FlashMessage.tsx";
import { NotFoundHelp, RouteErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
import { KeysOn } from "#app/core/lists/keysOn.ts";
import { lookSearch } from "#app/core/search/search.ts";
import { Icon } from "#app/core/ui/Icon.tsx";
import { Shell } from "#app/core/ui/shell/Shell.tsx";
import { TimeZone } from "#app/core/ui/text/DateTime.tsx";
import { useLater } from "#app/core/ui/useLater.ts";
import { StorePages } from "#app/domains/stores/views/StorePages.tsx";
import { FindField } from "#app/features/find/views/FindField.tsx";
import { FindHere } from "#app/features/find/views/FindHere.tsx";
import { guidePages } from "#app/features/guide/guidePages.server.ts";
import { guideFor } from "#app/features/guide/model.ts";
import { Bell, TodayNow } from "#app/features/today/views/TodayNow.tsx";
import { PinnedViews } from "#app/features/views/views/PinnedViews.tsx";
import type { Permission } from "#contract/capabilities.ts";
import stylesAddress from "./styles.css?url";

export const links: LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  // Its `font-display` is `optional`: a page that has drawn itself without the font keeps doing so.
  { rel: "preload", href: interAddress, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
];

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Utopia Portal" }];

async function shellFor(user: User) {
  const { email, username, initials, fullname, roles } = user;
  const open = (permission: Permission) => may(user, permission);
  const { stores, ...read } = await readFrame(user);
  return {
    identity: { email, username, initials, fullname, roles },
    avatarHref: avatarPath(user),
    ...read,
    followsMs: env.TODAY_REFRESH_SECONDS * 1000,
    menu: { pages: globalMenu(open), stores: storeMenu(stores) },
    accountLinks: accountMenu(open),
    guideHref: guideFor(guidePages, roles),
    loadedAt: Date.now(),
    sessionLeftMs: lifeFromNow(user),
  };
}

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await optionalUser(request);
  return {
    title: env.PRODUCT_TITLE,
    timeZone: env.TIME_ZONE,
    marketplaceUrl: env.MARKETPLACE_PORTAL_URL,
    shell: user ? await shellFor(user) : undefined,
  };
}

/** The frame's data changes with a write (its message) or a deliberate reload, not with paging and filters. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isWrite = formMethod !== undefined && formMethod !== "GET";
  return isWrite || currentUrl.href === nextUrl.href ? defaultShouldRevalidate : false;
}

const loadInteractive = () => import("./interactive.tsx").then((module) => module.Interactive);

/** A component of its own, so that the frame does not re-render once it is there. */
function Later(props: ComponentProps<Awaited<ReturnType<typeof loadInteractive>>>) {
  const Interactive = useLater(loadInteractive);
  return Interactive ? <Interactive {...props} /> : null;
}

type FrameData = NonNullable<ReturnType<typeof useRouteLoaderData<typeof loader>>>;

function Frame({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  return data?.shell ? (
    <SignedInFrame data={data} shell={data.shell}>
      {children}
    </SignedInFrame>
  ) : (
    <main id="main">{children}</main>
  );
}

/** A navigation re-renders every component that reads loader data two or three times: the frame is memoised. */
const SignedInFrame = memo(function SignedInFrame({
  data,
  shell,
  children,
}: {
  data: FrameData;
  shell: NonNullable<FrameData["shell"]>;
  children: ReactNode;
}) {
  const {
    identity,
    avatarHref,
    preferences,
    bell,
    followsMs,
    menu,
    views,
    accountLinks,
    guideHref,
    flash,
    ...session
  } = shell;
  const hasKeys = preferences.keys === "on";
  const isSlashOn = preferences.slash === "on";
  return (
    <TimeZone timeZone={data.timeZone}>
      <TodayNow loaded={bell} followsMs={followsMs}>
        <Shell
          title={data.title}
          identity={identity}
          avatarHref={avatarHref}
          bell={<Bell />}
          find={<FindField isSlashOn={isSlashOn} />}
          guide={<GuideLink href={guideHref} hasKey={hasKeys} />}
          menu={menu}
          storePages={<StorePages />}
          views={<PinnedViews menu={views} follows={followsMs > 0} />}
          accountLinks={accountLinks}
          marketplaceUrl={data.marketplaceUrl}
        >
          {flash && <FlashMessage key={session.loadedAt} flash={flash} />}
          {identity.username === "" && (
            <p className="notice tone-background m-4 mb-0">
              <Icon name="background" />
              {noUsername}
            </p>
          )}
          <Later session={session} guideHref={guideHref} hasKeys={hasKeys} isSlashOn={isSlashOn} />
          <KeysOn.Provider value={hasKeys}>{children}</KeysOn.Provider>
        </Shell>
      </TodayNow>
    </TimeZone>
  );
});

/**
 * The style sheet, inlined or linked. An inlined one is fetched for the next page: with scripting once the page is
 * interactive, since until then the scripts need the bandwidth.
 */
function Styles() {
  const nonce = useNonce();
  const text = usePageStyles();
  const [isInteractive, setInteractive] = useState(false);
  useEffect(() => setInteractive(true), []);
  if (text === undefined) return <link rel="stylesheet" href={stylesAddress} />;
  const ahead = <link rel="prefetch" as="style" href={stylesAddress} />;
  return (
    <>
      <style id="styles" nonce={nonce} suppressHydrationWarning>
        {text}
      </style>
      {isInteractive ? ahead : <noscript>{ahead}</noscript>}
    </>
  );
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const correlationId = usePageCorrelationId();
  const chosen = useRouteLoaderData<typeof loader>("root")?.shell?.preferences;
  const { density } = lookSearch.read(useLocation().search);
  return (
    <html lang="en-AU" data-rows={chosen && (density ?? chosen.rows)} data-colours={chosen?.colours}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {correlationId && <meta name={correlationMeta} content={correlationId} />}
        {import.meta.env.DEV && <meta property="csp-nonce" nonce={nonce} suppressHydrationWarning />}
        <Styles />
        <Meta />
        <Links />
      </head>
      <body>
        <NotFoundHelp.Provider value={<FindHere />}>
          <Frame>{children}</Frame>
        </NotFoundHelp.Provider>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

/** The link to the guide on every page (shell#guide); in the narrowest windows it is in the account menu only. */
const GuideLink = ({ href, hasKey }: { href: string; hasKey: boolean }) => (
  <a
    className="bar-button max-[480px]:hidden"
    href={href}
    title={hasKey ? "Guide ( ? )" : "Guide"}
    aria-label="Guide"
    aria-keyshortcuts={hasKey ? "?" : undefined}
  >
    <Icon name="help" />
  </a>
);

export { RouteErrorBoundary as ErrorBoundary };
