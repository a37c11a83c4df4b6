import { Outlet } from "@remix-run/react";

/** A route that only has its place. */
export default function Empty() {
  return <Outlet />;
}
