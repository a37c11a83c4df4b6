/** The four status styles, each with a colour and an icon of its own (spec 1 §4, 2 §4.2). */
export type Tone = "ok" | "attention" | "background" | "dismissed";
