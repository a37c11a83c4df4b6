import { useEffect, useState } from "react";

/** Code that is loaded once the page is interactive; undefined until then, and if loading fails. */
export function useLater<Code>(load: () => Promise<Code>): Code | undefined {
  const [code, setCode] = useState<{ loaded: Code }>();
  useEffect(() => {
    let isGone = false;
    load().then(
      (loaded) => isGone || setCode({ loaded }),
      () => setCode(undefined),
    );
    return () => {
      isGone = true;
    };
  }, [load]);
  return code?.loaded;
}
