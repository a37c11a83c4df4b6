import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";
import { classColours, dark, light, propertiesOf } from "./app/ui/colours.ts";

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

/** What stands one below the other: room between them, and lines. And what Tailwind has no short word for. */
const stacks = plugin(({ addUtilities, matchUtilities, theme }) => {
  const later = "& > :not([hidden]):not(:first-child)";
  matchUtilities(
    { "space-y": (room) => ({ [later]: { marginTop: room } }) },
    { values: theme("spacing") ?? {} },
  );
  matchUtilities({ shadow: (shadow) => ({ boxShadow: shadow }) }, { values: theme("boxShadow") ?? {} });
  addUtilities({
    ".ruled": { [later]: { borderTopWidth: "1px", borderColor: String(theme("colors.line.DEFAULT")) } },
    ".tabular-nums": { fontVariantNumeric: "tabular-nums" },
    ".wrap-anywhere": { overflowWrap: "anywhere" },
    /** A summary without the browser's triangle. */
    ".unmarked": { listStyle: "none", "&::-webkit-details-marker": { display: "none" } },
  });
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
  // Compact rows, while they are folded, while they are not; those of one line, while they are cut; those of cards.
  const knows = "@supports selector(:has(a))";
  const close = 'html[data-rows="close"]';
  const folded = "tr:not(:has(.row-more[open]))";
  addVariant("close", `${knows} { @media screen { ${close} .dense & } }`);
  addVariant("folded", `@media screen { ${close} .dense ${folded} & }`);
  addVariant("unfolded", `@media screen { ${close} .dense tr:has(.row-more[open]) & }`);
  addVariant("lined", `${knows} { @media screen and (min-width: 1280px) { ${close} .lined & } }`);
  addVariant("cut", `@media screen and (min-width: 1280px) { ${close} .lined ${folded} & }`);
  addVariant("carded", `${knows} { @media screen and (max-width: 1000px) { ${close} .as-cards.lined & } }`);
});

const avatars = ["#0f5c70", "#1d6a3d", "#3d5a80", "#7a4a12", "#7b3f61", "#5a4b8a", "#8a3b2e", "#4a5b2a"];

/** Folders whose modules come with a style sheet of their own: the utilities that only they use are in that sheet. */
const areas = ["app/domains/labels/bridge", "app/domains/labels/views", "app/domains/rules"];

const root = fileURLToPath(new URL(".", import.meta.url));
const read = (file: string) => readFileSync(root + file, "utf8");

/** Modules that name classes. Those of the server do so for a page without any route's style only. */
const modules = readdirSync(`${root}app`, { recursive: true, encoding: "utf8" })
  .map((file) => `app/${file}`)
  .filter((file) => /(?<!\.(server|test))\.tsx?$/.test(file));

/** The modules that a module imports, apart from those that it loads later. */
const importsOf = (file: string): string[] =>
  [...read(file).matchAll(/ from "(#app\/|\.\.?\/)(.+\.tsx?)"/g)]
    .map(([, from, path]) =>
      from === "#app/" ? `app/${path}` : posix.join(posix.dirname(file), `${from}${path}`),
    )
    .filter((imported) => modules.includes(imported) && !/<dialog\b/.test(read(imported)));

/** The modules of every list's page without a panel, by imports from its route: its utilities are in the first sheet. */
const listModules = new Set([
  "app/root.tsx",
  "app/stores/routes/store.tsx",
  ...modules.filter((file) => /\bas handle\b/.test(read(file))),
]);
for (const file of listModules) for (const imported of importsOf(file)) listModules.add(imported);

const isOfArea = (file: string) => areas.some((area) => file.startsWith(`${area}/`));

/** Words of comments are no classes. */
const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|\/\/ .*/g, "");

const wordsOf = (code: string) => withoutComments(code).split(/["'`\s]+/);

/** The configuration of a sheet that follows others: the utilities of `files` that are not named in `before`. */
function configAfter(before: Iterable<string>, files: string[]): Config {
  const known = new Set([...before].flatMap((file) => wordsOf(read(file))));
  const own = (code: string) => wordsOf(code).filter((word) => !known.has(word));
  return {
    ...config,
    safelist: [],
    content: { files: files.map((file) => `./${file}`), extract: { ts: own, tsx: own } },
  };
}

/**
 * The design tokens. Colours have a module of their own, since there are two schemes of them.
 */
const config = {
  content: {
    files: [...listModules].map((file) => `./${file}`),
    transform: withoutComments,
  },
  // Named by what a value says: a tone, the sum of a person's name.
  safelist: [...tones.map((tone) => `tone-${tone}`), { pattern: /^bg-avatar-\d$/ }],
  // Words of the code that are no classes.
  blocklist: ["blur", "collapse", "container", "table", "transition"],
  future: { hoverOnlyWhenSupported: true },
  // Each of these costs every page a block of custom properties, and no block or screen uses one.
  corePlugins: {
    backdropFilter: false,
    backgroundOpacity: false,
    borderOpacity: false,
    borderSpacing: false,
    boxShadow: false,
    boxShadowColor: false,
    contain: false,
    filter: false,
    fontVariantNumeric: false,
    gradientColorStops: false,
    ringWidth: false,
    placeholderOpacity: false,
    preflight: false,
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
      avatar: Object.fromEntries(avatars.map((colour, at) => [at, colour])),
      // Of the nearest `tone-*` around.
      tone: { DEFAULT: "var(--tone)", soft: "var(--tone-soft)", line: "var(--tone-line)" },
    },
    borderRadius: { none: "0", sm: "3px", DEFAULT: "5px", lg: "8px", full: "9999px" },
    boxShadow: {
      none: "none",
      raised: "0 1px 2px rgb(27 36 44 / 0.08)",
      floating: "0 4px 16px rgb(27 36 44 / 0.16), 0 0 0 1px rgb(27 36 44 / 0.06)",
      dialog: "0 16px 48px rgb(27 36 44 / 0.28)",
    },
    extend: {
      keyframes: { busy: { from: { transform: "scaleX(0)" }, to: { transform: "scaleX(0.95)" } } },
      animation: { busy: "busy 8s cubic-bezier(0.1, 0.7, 0.1, 1) 150ms both" },
      spacing: { bar: "3rem", side: "14rem", touch: "2.75rem", control: "2rem" },
      maxWidth: { prose: "42rem", dialog: "30rem", panel: "42rem", wide: "68rem" },
    },
  },
  plugins: [properties, stacks, places],
} satisfies Config;

/** The configuration of the style sheet of such folders, which follows the portal's two. */
export const areaConfig = (...folders: string[]): Config =>
  configAfter(
    modules.filter((file) => !isOfArea(file)),
    modules.filter((file) => folders.some((folder) => file.startsWith(`${folder}/`))),
  );

/** The configuration of the portal's second style sheet. */
export const detailsConfig = configAfter(
  listModules,
  modules.filter((file) => !isOfArea(file) && !listModules.has(file)),
);

export default config;
