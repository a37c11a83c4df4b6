import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";
import { classColours, dark, light, propertiesOf } from "./app/core/ui/colours.ts";

const tones = ["ok", "attention", "background", "dismissed", "danger"];

/** Colours, and the sizes that hand-written rules need, as custom properties: each has one place. */
const properties = plugin(({ addBase, theme }) => {
  const sizes: Record<string, string> = {};
  for (const size of ["bar", "side", "touch", "control"])
    sizes[`--${size}`] = String(theme(`spacing.${size}`));
  for (const size of ["dialog", "panel", "wide"])
    sizes[`--width-${size}`] = String(theme(`maxWidth.${size}`));
  for (const size of ["sm", "lg"]) sizes[`--radius-${size}`] = String(theme(`borderRadius.${size}`));
  for (const tone of tones)
    addBase({
      [`.tone-${tone}`]: {
        "--tone": `var(--${tone})`,
        "--tone-soft": `var(--${tone}-soft)`,
        "--tone-line": `var(--${tone}-line)`,
      },
    });
  const night = { "color-scheme": "dark", ...propertiesOf(dark) };
  addBase({
    ":root": { "color-scheme": "light", ...propertiesOf(light), ...sizes },
    // Paper is white whatever the screen is.
    "@media screen and (prefers-color-scheme: dark)": { ":root:not([data-colours=light])": night },
    "@media screen": { ":root[data-colours=dark]": night },
  });
});

/** Columns as wide as `least` or wider, as many as there is room for. */
const fluidGrids = plugin(({ matchUtilities, theme }) => {
  for (const side of ["auto-fill", "auto-fit"])
    matchUtilities(
      {
        [`grid-${side.replace("auto-", "")}`]: (least) => ({
          display: "grid",
          gridTemplateColumns: `repeat(${side}, minmax(min(${least}, 100%), 1fr))`,
        }),
      },
      { values: theme("spacing") ?? {} },
    );
});

/** Where rules hold: for fingers, without scripting, in engines without flexbox gap (shell#engines). */
const places = plugin(({ addVariant }) => {
  addVariant("tall", "@media (min-height: 30rem)");
  addVariant("coarse", "@media (pointer: coarse)");
  addVariant("gapless", "@supports not (inset: 0)");
  // Or the engine is too old for the scripts.
  addVariant("scripting-none", ["@media (scripting: none)", 'html[data-scripting="none"] &']);
  // Compact rows, while they are folded, while they are not; those of one line, while they are cut.
  const knows = "@supports selector(:has(a))";
  const close = 'html[data-rows="close"]';
  const folded = "tr:not(:has(.row-more[open]))";
  addVariant("close", `${knows} { @media screen { ${close} .dense & } }`);
  addVariant("folded", `@media screen { ${close} .dense ${folded} & }`);
  addVariant("unfolded", `@media screen { ${close} .dense tr:has(.row-more[open]) & }`);
  addVariant("lined", `${knows} { @media screen and (min-width: 1001px) { ${close} .lined & } }`);
  addVariant("cut", `@media screen and (min-width: 1001px) { ${close} .lined ${folded} & }`);
});

/**
 * The design tokens. Colours have a module of their own, since there are two schemes of them.
 */
export default {
  content: ["./app/**/*.{ts,tsx}"],
  future: { hoverOnlyWhenSupported: true },
  theme: {
    screens: { sm: "641px", lg: "1024px", xl: "1440px" },
    fontFamily: {
      sans: [
        "Inter Variable",
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
      base: ["0.875rem", "1.25rem"],
      md: ["0.9375rem", "1.375rem"],
      lg: ["1.25rem", "1.75rem"],
    },
    colors: {
      transparent: "transparent",
      current: "currentColor",
      white: "#ffffff",
      ...classColours,
      // Of the nearest `tone-*` around.
      tone: { DEFAULT: "var(--tone)", soft: "var(--tone-soft)", line: "var(--tone-line)" },
    },
    borderRadius: { none: "0", sm: "6px", DEFAULT: "6px", lg: "6px", full: "9999px" },
    boxShadow: {
      none: "none",
      raised: "0 1px 2px rgb(27 36 44 / 0.08)",
      floating: "0 4px 16px rgb(27 36 44 / 0.16), 0 0 0 1px rgb(27 36 44 / 0.06)",
      dialog: "0 16px 48px rgb(27 36 44 / 0.28)",
    },
    extend: {
      keyframes: { busy: { from: { transform: "scaleX(0)" }, to: { transform: "scaleX(0.95)" } } },
      animation: { busy: "busy 8s cubic-bezier(0.1, 0.7, 0.1, 1) 150ms both" },
      spacing: { bar: "3rem", side: "13.5rem", touch: "2.75rem", control: "2rem" },
      maxWidth: { prose: "42rem", dialog: "30rem", panel: "42rem", wide: "68rem" },
    },
  },
  plugins: [properties, fluidGrids, places],
} satisfies Config;
