import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import type { RequestHandler } from "express";
import { env } from "#app/env.server.ts";

type RouteObject = NonNullable<Parameters<typeof matchRoutes>[0]>[number];

/** A route as the router takes it, with its path in segments and the routes below it. */
type Branch = { route: RouteObject; segments: readonly string[]; below: readonly Branch[] };

const parts = (path: string): string[] => path.split("/").filter(Boolean);

function branchesOf(routes: ServerBuild["routes"], parentId?: string): Branch[] {
  return Object.values(routes).flatMap((route): Branch[] => {
    if (!route || (route.parentId || undefined) !== parentId) return [];
    const { id, path, index } = route;
    const below = branchesOf(routes, id);
    const segments = parts(path?.toLowerCase() ?? "");
    if (index) return [{ route: { id, index }, segments, below }];
    const children = below.map((branch) => branch.route);
    return [{ route: { id, ...(path === undefined ? {} : { path }), children }, segments, below }];
  });
}

/** Only these routes of all, in their order. */
const only = <Of>(of: Record<string, Of>, ids: readonly string[]): Record<string, Of> =>
  Object.fromEntries(Object.entries(of).filter(([id]) => ids.includes(id)));

/**
 * The build as one address sees it: only the routes that answer there, among which the router has nothing to choose.
 * With all of them it flattens, ranks and matches nearly two hundred several times a request. Browsers still get the
 * manifest of all routes: it is a file of the build.
 */
export function branchOf(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const assets = { ...build.assets, routes: only(build.assets.routes, ids) };
  return { ...build, routes: only(build.routes, ids), assets };
}

/** The parts of an address, as far as they say what cannot answer it; undefined where the router alone should judge. */
function segmentsOf(pathname: string): string[] | undefined {
  if (pathname.includes("//")) return undefined;
  try {
    return parts(pathname).map((segment) => decodeURIComponent(segment).toLowerCase());
  } catch {
    return undefined;
  }
}

/** The routes without what cannot answer an address: the router ranks whatever it is given, and all takes it long. */
function pruned(branches: readonly Branch[], asked: readonly string[]): RouteObject[] {
  return branches.flatMap(({ route, segments, below }): RouteObject[] => {
    const fits = segments.every(
      (segment, at) =>
        segment === "*" || (segment.startsWith(":") ? at < asked.length : segment === asked[at]),
    );
    if (!fits) return [];
    return [route.index ? route : { ...route, children: pruned(below, asked.slice(segments.length)) }];
  });
}

/** The path by which an address is matched: of a page's data, the page's. */
const pagePath = (pathname: string): string => pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");

/**
 * Tells which routes of the build answer an address, outermost first, by the router's own rules; none where it knows
 * no such address.
 */
export function createBranches(routes: ServerBuild["routes"]) {
  const branches = branchesOf(routes);
  const all = branches.map(({ route }) => route);
  return (pathname: string): string[] => {
    const path = pagePath(pathname);
    const segments = segmentsOf(path);
    const matches = matchRoutes(segments ? pruned(branches, segments) : all, path);
    return (matches ?? []).flatMap(({ route }) => route.id ?? []);
  };
}

/** What answers an address: its kind, as `app/routes.ts` writes it (`/returns/:exoId`; `/*` for none), and a handler. */
export type Destination = { pattern: string; handle: RequestHandler };

/**
 * Finds what answers an address. Limits, the log and the figures go by the same match as the routes: no spelling of an
 * address leads to a page and past its limits.
 */
export function createDestinations(build: ServerBuild): (pathname: string) => Destination {
  const idsAt = createBranches(build.routes);
  const known = new Map<string, Destination>();
  return (pathname) => {
    const ids = idsAt(pathname);
    const key = ids.join(" ");
    const destination = known.get(key) ?? {
      pattern: patternOf(ids.flatMap((id) => build.routes[id]?.path ?? [])),
      handle: createRequestHandler({
        build: ids.length > 0 ? branchOf(build, ids) : build,
        mode: env.NODE_ENV,
      }),
    };
    known.set(key, destination);
    return destination;
  };
}

const patternOf = (paths: readonly string[]): string => `/${paths.flatMap(parts).join("/")}`;
