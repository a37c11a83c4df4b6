import { useEffect, useState } from "react";
import type { Follower, FollowerProps } from "./Follower.tsx";

/**
 * Follows a screen: its code is fetched once the page stands. Without scripting, or when the code does not
 * come, Refresh is there.
 */
export function Live<Shown>(props: FollowerProps<Shown>) {
  const [code, setCode] = useState<{ Follower: typeof Follower }>();
  useEffect(() => {
    let isGone = false;
    import("./Follower.tsx").then(
      ({ Follower }) => isGone || setCode({ Follower }),
      () => setCode(undefined),
    );
    return () => {
      isGone = true;
    };
  }, []);
  return code ? <code.Follower {...props} /> : null;
}
