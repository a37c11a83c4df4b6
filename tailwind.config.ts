import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";
import { classColours, dark, light, propertiesOf } from "./app/ui/colours.ts";

/** Colours, and the sizes that hand-written rules need, as custom properties: each has one place. */
const properties = plugin(({ addBase, theme }) => {
  const sizes: Record<string, string> = {};
  for (const size of ["bar", "side", "touch", "control"])
    sizes[`--${size}`] = String(theme(`spacing.${size}`));
  for (const size of ["dialog", "panel", "wide"])
    sizes[`--width-${size}`] = String(theme(`maxWidth.${size}`));
  for (const size of ["sm", "lg"]) sizes[`--radius-${size}`] = String(theme(`borderRadius.${size}`));
  const night = { "color-scheme": "dark", ...propertiesOf(dark) };
  addBase({
    ":root": { "color-scheme": "light", ...propertiesOf(light), ...sizes },
    // Paper is white whatever the screen is.
    "@media screen and (prefers-color-scheme: dark)": { ":root:not([data-colours=light])": night },
    "@media screen": { ":root[data-colours=dark]": night },
  });
});

/** What stands one below the other: room between them, and lines. */
const stacks = plugin(({ addUtilities, matchUtilities, theme }) => {
  const later = "& > :not([hidden]):not(:first-child)";
  matchUtilities(
    { "space-y": (room) => ({ [later]: { marginTop: room } }) },
    { values: theme("spacing") ?? {} },
  );
  addUtilities({
    ".ruled": { [later]: { borderTopWidth: "1px", borderColor: String(theme("colors.line.DEFAULT")) } },
  });
});

/**
 * The design tokens. Colours have a module of their own, since there are two schemes of them.
 */
export default {
  content: ["./app/**/*.{ts,tsx}"],
  future: { hoverOnlyWhenSupported: true },
  // Each of these costs every page a block of custom properties, and no block or screen uses one.
  corePlugins: {
    backdropFilter: false,
    backgroundOpacity: false,
    borderOpacity: false,
    borderSpacing: false,
    contain: false,
    filter: false,
    fontVariantNumeric: false,
    gradientColorStops: false,
    ringWidth: false,
    placeholderOpacity: false,
    // Told by siblings, they would have the browser look at every element again whenever one comes or goes.
    divideWidth: false,
    divideColor: false,
    divideStyle: false,
    divideOpacity: false,
    scrollSnapType: false,
    space: false,
    textOpacity: false,
    touchAction: false,
    transform: false,
  },
  theme: {
    screens: { sm: "641px", lg: "1024px", xl: "1440px" },
    fontFamily: {
      sans: [
        "system-ui",
        "-apple-system",
        "Segoe UI",
        "Roboto",
        "Noto Sans",
        "Helvetica Neue",
        "Arial",
        "sans-serif",
      ],
      mono: ["ui-monospace", "SFMono-Regular", "Menlo", "Consolas", "Liberation Mono", "monospace"],
    },
    fontSize: {
      xs: ["0.75rem", "1rem"],
      sm: ["0.8125rem", "1.125rem"],
      base: ["0.875rem", "1.25rem"],
      md: ["1rem", "1.5rem"],
      lg: ["1.25rem", "1.625rem"],
      xl: ["1.625rem", "2rem"],
      "2xl": ["2rem", "2.5rem"],
    },
    colors: {
      transparent: "transparent",
      current: "currentColor",
      white: "#ffffff",
      ...classColours,
    },
    borderRadius: { none: "0", sm: "3px", DEFAULT: "5px", lg: "8px", full: "9999px" },
    boxShadow: {
      none: "none",
      raised: "0 1px 2px rgb(27 36 44 / 0.08)",
      floating: "0 4px 16px rgb(27 36 44 / 0.16), 0 0 0 1px rgb(27 36 44 / 0.06)",
      dialog: "0 16px 48px rgb(27 36 44 / 0.28)",
    },
    extend: {
      spacing: { bar: "3rem", side: "14rem", touch: "2.75rem", control: "2rem" },
      maxWidth: { prose: "42rem", dialog: "30rem", panel: "42rem", wide: "68rem" },
    },
  },
  plugins: [properties, stacks],
} satisfies Config;
