import { useEffect, useState } from "react";

type Renderer = typeof import("#app/domains/labels/render/render.ts");

/** The label renderer in the browser; undefined until its code has loaded. */
export function useRenderer(): Renderer | undefined {
  const [renderer, setRenderer] = useState<Renderer>();
  useEffect(() => {
    let isGone = false;
    import("#app/domains/labels/render/render.ts").then(
      (loaded) => isGone || setRenderer(loaded),
      // Without it the page shows the server's rendering.
      () => isGone || setRenderer(undefined),
    );
    return () => {
      isGone = true;
    };
  }, []);
  return renderer;
}
