/**
 * The colours of the portal, light and dark (screens#colours). Every pair of text and background meets WCAG AA
 * (4.5:1), and the edges of controls 3:1, in both schemes: `app/core/ui/colours.test.ts` checks it.
 */
export const light = {
  ink: { DEFAULT: "#1b242c", soft: "#44525e", faint: "#5a6873" },
  surface: { DEFAULT: "#ffffff", page: "#f5f6f7", sunken: "#eceff1" },
  line: { DEFAULT: "#d6dce0", strong: "#7d8a94" },
  accent: { DEFAULT: "#0f5c70", strong: "#0a4454", soft: "#e2f0f3" },
  ok: { DEFAULT: "#1d6a3d", soft: "#e6f3ea", line: "#a9d3b8" },
  attention: { DEFAULT: "#8a4500", soft: "#fdf1dd", line: "#ecc588" },
  background: { DEFAULT: "#3d5a80", soft: "#e9eff6", line: "#b8c9dd" },
  dismissed: { DEFAULT: "#5a6873", soft: "#eceff1", line: "#d6dce0" },
  danger: { DEFAULT: "#a1201d", soft: "#fdecea", line: "#efb4ae" },
  /** Backgrounds of white text: buttons, destructive buttons; `strong` on hover. */
  action: { DEFAULT: "#0f5c70", strong: "#0a4454" },
  alarm: { DEFAULT: "#a1201d", strong: "#7f1512" },
  /** Dims the page behind a dialog; highlights text. */
  scrim: { DEFAULT: "rgb(27 36 44 / 0.4)" },
  marked: { DEFAULT: "#bfe3ea" },
};

export type Colours = typeof light;

export const dark: Colours = {
  ink: { DEFAULT: "#e6ebef", soft: "#b9c5ce", faint: "#9fadb8" },
  surface: { DEFAULT: "#1a2229", page: "#12181d", sunken: "#242e36" },
  line: { DEFAULT: "#35424c", strong: "#75858f" },
  accent: { DEFAULT: "#74c6d8", strong: "#a3dbe7", soft: "#143640" },
  ok: { DEFAULT: "#83d2a1", soft: "#15301f", line: "#2f6b46" },
  attention: { DEFAULT: "#f0b86c", soft: "#3a2a10", line: "#7d5c24" },
  background: { DEFAULT: "#a3c0e4", soft: "#1d2b3d", line: "#3d5878" },
  dismissed: { DEFAULT: "#9fadb8", soft: "#242e36", line: "#35424c" },
  danger: { DEFAULT: "#f4a29a", soft: "#3d1a18", line: "#8a3b36" },
  action: { DEFAULT: "#1b7187", strong: "#175f72" },
  alarm: { DEFAULT: "#b3342f", strong: "#962823" },
  scrim: { DEFAULT: "rgb(0 0 0 / 0.6)" },
  marked: { DEFAULT: "#23525f" },
};

const propertyOf = (name: string, shade: string) =>
  shade === "DEFAULT" ? `--${name}` : `--${name}-${shade}`;

/** The custom properties of a scheme, e.g. `--ink-soft`, with their colours. */
export const propertiesOf = (colours: Colours): Record<string, string> =>
  Object.fromEntries(
    Object.entries(colours).flatMap(([name, shades]) =>
      Object.entries(shades).map(([shade, colour]) => [propertyOf(name, shade), colour]),
    ),
  );

/** The same names as Tailwind colours, by name and shade, referring to the current scheme's custom properties. */
export const classColours: Record<string, Record<string, string>> = Object.fromEntries(
  Object.entries(light).map(([name, shades]) => [
    name,
    Object.fromEntries(Object.keys(shades).map((shade) => [shade, `var(${propertyOf(name, shade)})`])),
  ]),
);
