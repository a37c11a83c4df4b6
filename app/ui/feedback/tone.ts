/** The four status styles, each with a colour and an icon of its own (screens#tones). */
export type Tone = "ok" | "attention" | "background" | "dismissed";
