/** Severities: fine, to be fixed in time, or preventing work. */
export type Status = "ok" | "warning" | "wrong";

/** A finding: a sentence about the state and, unless it is fine, one about the remedy. */
export type Finding = { about: string; status: Status; says: string; mend?: string };

/** The three findings about one thing. */
export const findingsAbout = (about: string) => ({
  ok: (says: string): Finding => ({ about, status: "ok", says }),
  warning: (says: string, mend: string): Finding => ({ about, status: "warning", says, mend }),
  wrong: (says: string, mend: string): Finding => ({ about, status: "wrong", says, mend }),
});

/** 1 if something is wrong, else 0: a warning leaves work possible. */
export const exitCodeOf = (findings: readonly Finding[]): 0 | 1 =>
  findings.some(({ status }) => status === "wrong") ? 1 : 0;

const marks: Record<Status, string> = { ok: "ok     ", warning: "warning", wrong: "wrong  " };

/** A finding for printing: the state in one line, the remedy in the next. */
export const linesOf = ({ about, status, says, mend }: Finding): string =>
  [`${marks[status]}  ${about}: ${says}`, ...(mend ? [`         ${mend}`] : [])].join("\n");
