type Choice = { value: string; label: string };

/** The preferences of a person, each with its default first (screens#preferences). */
export const choices = {
  rows: {
    label: "Rows of lists",
    options: [
      { value: "close", label: "Close together, the rest opens in the row" },
      { value: "roomy", label: "Roomy, with everything in the row" },
    ],
  },
  colours: {
    label: "Colours",
    options: [
      { value: "device", label: "As the device has them" },
      { value: "light", label: "Light" },
      { value: "dark", label: "Dark" },
    ],
  },
  slash: {
    label: "The key '/'",
    options: [
      { value: "on", label: "Leads to the field that finds" },
      { value: "off", label: "Does nothing" },
    ],
  },
  keys: {
    label: "Keys on rows",
    options: [
      { value: "on", label: "j, k and a letter for each action; '?' shows them" },
      { value: "off", label: "None but those of the browser" },
    ],
  },
} as const satisfies Record<string, { label: string; options: readonly Choice[] }>;

export type PreferenceKey = keyof typeof choices;

/** A person's preferences. */
export type Preferences = { [Key in PreferenceKey]: (typeof choices)[Key]["options"][number]["value"] };
