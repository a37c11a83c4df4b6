import { Outlet } from "@remix-run/react";

export default function Empty() {
  return <Outlet />;
}
