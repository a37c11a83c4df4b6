import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound } from "#app/core/http/apiError.server.ts";
import { RouteErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";

export function loader({ request }: LoaderFunctionArgs) {
  throw notFound(request);
}

export function action({ request }: LoaderFunctionArgs) {
  throw notFound(request);
}

export default function NotFoundPage() {
  return null;
}

export { RouteErrorBoundary as ErrorBoundary };
