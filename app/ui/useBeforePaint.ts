import { useEffect, useLayoutEffect } from "react";

/**
 * An effect that runs before what was rendered can be seen, so that nobody answers something on the screen that
 * does not listen yet. The server renders without effects, and React would say so of a layout effect there.
 */
export const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;
