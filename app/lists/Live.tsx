import { useEffect, useState } from "react";
import type { Follower, FollowerProps } from "./Follower.tsx";

/**
 * Follows a screen: its code is fetched once the page is there. Without scripting, or when the code doesn't load, there
 * is Refresh.
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
  if (code) return <code.Follower {...props} />;
  // Its place: what stands below must not move when it comes.
  return (
    <span className="screen-only invisible text-sm" aria-hidden="true">
      Live
    </span>
  );
}
