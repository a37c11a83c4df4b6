import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import type { RequestHandler } from "express";
import { env } from "#app/core/env.server.ts";

type RouteObject = NonNullable<Parameters<typeof matchRoutes>[0]>[number];

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
    return [{ route: { id, path, children }, segments, below }];
  });
}

const only = <Of>(of: Record<string, Of>, ids: readonly string[]): Record<string, Of> =>
  Object.fromEntries(Object.entries(of).filter(([id]) => ids.includes(id)));

/**
 * The build reduced to the routes of one URL, so that the router has nothing to choose. With all of
 * them it flattens, ranks and matches nearly two hundred routes several times per request. Browsers
 * still get the manifest of all routes: it is a file of the build.
 */
export function branchOf(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const assets = { ...build.assets, routes: only(build.assets.routes, ids) };
  return { ...build, routes: only(build.routes, ids), assets };
}

/** The segments of a URL, as far as they exclude routes; undefined if the router alone should decide. */
function segmentsOf(pathname: string): string[] | undefined {
  if (pathname.includes("//")) return undefined;
  try {
    return parts(pathname).map((segment) => decodeURIComponent(segment).toLowerCase());
  } catch {
    return undefined;
  }
}

/** The routes without those that cannot match a URL: the router ranks all it is given, which takes long. */
function pruned(branches: readonly Branch[], requested: readonly string[]): RouteObject[] {
  return branches.flatMap(({ route, segments, below }): RouteObject[] => {
    const fits = segments.every(
      (segment, at) =>
        segment === "*" || (segment.startsWith(":") ? at < requested.length : segment === requested[at]),
    );
    if (!fits) return [];
    return [route.index ? route : { ...route, children: pruned(below, requested.slice(segments.length)) }];
  });
}

/** The path to match: for a page's data request, the page's. */
const pagePath = (pathname: string): string => pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");

/** Finds the build's routes that match a URL, outermost first, by the router's own rules; empty for an unknown URL. */
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

/** The handler of a URL and its pattern as in `app/routes.ts` (`/returns/:exoId`; `/*` if none matches). */
export type Destination = { pattern: string; handle: RequestHandler };

/**
 * Finds the handler of a URL. Limits, log and metrics use the same match as the routes: no spelling
 * of a URL reaches a page but bypasses its limits.
 */
export function createDestinations(build: ServerBuild): (pathname: string) => Destination {
  const idsAt = createBranches(build.routes);
  const destinations = new Map<string, Destination>();
  return (pathname) => {
    const ids = idsAt(pathname);
    const key = ids.join(" ");
    const destination = destinations.get(key) ?? {
      pattern: patternOf(ids.flatMap((id) => build.routes[id]?.path ?? [])),
      handle: createRequestHandler({
        build: ids.length > 0 ? branchOf(build, ids) : build,
        mode: env.NODE_ENV,
      }),
    };
    destinations.set(key, destination);
    return destination;
  };
}

const patternOf = (paths: readonly string[]): string => `/${paths.flatMap(parts).join("/")}`;
