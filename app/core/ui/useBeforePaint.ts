import { useEffect, useLayoutEffect } from "react";

/**
 * An effect that runs before the render is visible, so that nobody reacts to something on the screen that isn't
 * listening yet. The server renders without effects, and React would warn about a layout effect there.
 */
export const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;
