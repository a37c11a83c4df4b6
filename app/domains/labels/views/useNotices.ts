import { useEffect, useState } from "react";
import type { PictureOf } from "#app/domains/labels/picture.ts";

type Renderer = typeof import("#app/domains/labels/render/render.ts");

/**
 * What a person should know of the label that is shown, as the renderer says it: the server's words at first, and
 * its own as soon as the code for it has come.
 */
export function useNotices(shown: PictureOf | undefined, fromServer: readonly string[]): readonly string[] {
  const [renderer, setRenderer] = useState<Renderer>();
  useEffect(() => {
    let isGone = false;
    import("#app/domains/labels/render/render.ts").then(
      (loaded) => isGone || setRenderer(loaded),
      // Without it the server's words stay.
      () => isGone || setRenderer(undefined),
    );
    return () => {
      isGone = true;
    };
  }, []);
  if (!renderer) return fromServer;
  if (!shown) return [];
  const { label, language, media } = shown;
  return renderer.renderLabel(label, { language, media }).notices;
}
