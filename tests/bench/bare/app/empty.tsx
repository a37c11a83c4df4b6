import { Outlet } from "@remix-run/react";

/** A route without content. */
export default function Empty() {
  return <Outlet />;
}
