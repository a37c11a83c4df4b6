import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";

/** The tokens that hand-written rules need as custom properties, so that each has one place. */
const properties = plugin(({ addBase, theme }) => {
  const variables: Record<string, string> = {};
  for (const name of [
    "ink",
    "surface",
    "line",
    "accent",
    "ok",
    "attention",
    "background",
    "dismissed",
    "danger",
  ]) {
    for (const shade of ["DEFAULT", "soft", "strong", "line"]) {
      const value: unknown = theme(`colors.${name}.${shade}`);
      if (typeof value === "string")
        variables[shade === "DEFAULT" ? `--${name}` : `--${name}-${shade}`] = value;
    }
  }
  for (const size of ["bar", "side", "touch", "control"])
    variables[`--${size}`] = String(theme(`spacing.${size}`));
  for (const size of ["dialog", "panel", "wide"])
    variables[`--width-${size}`] = String(theme(`maxWidth.${size}`));
  for (const size of ["sm", "lg"]) variables[`--radius-${size}`] = String(theme(`borderRadius.${size}`));
  addBase({ ":root": variables });
});

/**
 * The design tokens. Every colour pair used for text meets WCAG AA (4.5:1) on the surfaces it is
 * shown on; `app/ui/tokens.test.ts` holds them to it.
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
    divideOpacity: false,
    scrollSnapType: false,
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
      ink: { DEFAULT: "#1b242c", soft: "#44525e", faint: "#5a6873" },
      surface: { DEFAULT: "#ffffff", page: "#f5f6f7", sunken: "#eceff1", raised: "#ffffff" },
      line: { DEFAULT: "#d6dce0", strong: "#7d8a94" },
      accent: { DEFAULT: "#0f5c70", strong: "#0a4454", soft: "#e2f0f3" },
      ok: { DEFAULT: "#1d6a3d", soft: "#e6f3ea", line: "#a9d3b8" },
      attention: { DEFAULT: "#8a4500", soft: "#fdf1dd", line: "#ecc588" },
      background: { DEFAULT: "#3d5a80", soft: "#e9eff6", line: "#b8c9dd" },
      dismissed: { DEFAULT: "#5c5a66", soft: "#efeef1", line: "#cbc9d1" },
      danger: { DEFAULT: "#a1201d", strong: "#7f1512", soft: "#fdecea", line: "#efb4ae" },
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
  plugins: [properties],
} satisfies Config;
