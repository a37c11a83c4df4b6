/** How something stands: as it should, to be looked at in time, or in the way of work. */
export type Status = "ok" | "warning" | "wrong";

/** What was found about one thing: a sentence of what is so and, unless it is as it should be, one of how to mend it. */
export type Finding = { about: string; status: Status; says: string; mend?: string };

/** The three findings about one thing. */
export const findingsAbout = (about: string) => ({
  ok: (says: string): Finding => ({ about, status: "ok", says }),
  warning: (says: string, mend: string): Finding => ({ about, status: "warning", says, mend }),
  wrong: (says: string, mend: string): Finding => ({ about, status: "wrong", says, mend }),
});

/** 1 where something is wrong, else 0: a warning leaves work possible. */
export const exitCodeOf = (findings: readonly Finding[]): 0 | 1 =>
  findings.some(({ status }) => status === "wrong") ? 1 : 0;

const marks: Record<Status, string> = { ok: "ok     ", warning: "warning", wrong: "wrong  " };

/** A finding as it is printed: what is so in one line, how to mend it in the next. */
export const linesOf = ({ about, status, says, mend }: Finding): string =>
  [`${marks[status]}  ${about}: ${says}`, ...(mend ? [`         ${mend}`] : [])].join("\n");
