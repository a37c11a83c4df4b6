import { isErrorView } from "#app/core/http/errorView.ts";
import type { LabelLanguage } from "../label.ts";
import { printCertificatePath, printPrinterPath, printSignPath } from "../paths.ts";
import { TimeoutError, within } from "./types.ts";

export type CertificateAnswer =
  | { kind: "certificate"; pem: string }
  /** The portal has no certificate: the print service will prompt for every request. */
  | { kind: "none" }
  | { kind: "refused"; message: string };

/** A printer's language; `isSet` where a person chose it: whether they set the language. */
export type PrinterChoice = { language: LabelLanguage; isSet?: boolean };

const answerMs = 10_000;

export const signedOut = "Your session has ended. Sign in again in another tab, then try again here.";
const unreachable = "The portal does not answer. Check the network, then try again.";

/** The portal refused to sign a request; the message is for the person. */
export class NotSigned extends Error {
  override name = "NotSigned";
}

/** The portal's part in printing: its certificate and signatures. `ask` is the browser's `fetch`. */
export function createPortal(ask: typeof fetch) {
  async function words(answer: Response): Promise<string> {
    if (isElsewhere(answer)) return signedOut;
    const body: unknown = await answer.json().catch(() => undefined);
    return isErrorView(body) ? `${body.message} ${body.advice}` : unreachable;
  }

  async function answered(sent: Promise<Response>): Promise<Response> {
    const answer = await within(answerMs, sent).catch(() => {
      throw new NotSigned(unreachable);
    });
    if (!answer.ok) throw new NotSigned(await words(answer));
    return answer;
  }

  async function send(printer: string, { language, isSet }: PrinterChoice): Promise<void> {
    const body = new FormData();
    body.set("printer", printer);
    body.set("language", language);
    if (isSet !== undefined) body.set("isSet", isSet ? "yes" : "no");
    // A page that is left right after a choice still has it saved.
    const saving = { method: "POST", body, redirect: "manual", keepalive: true } as const;
    await answered(ask(printPrinterPath, saving));
  }

  // Printers that this page has chosen, with their languages.
  const chosen = new Map<string, { language: LabelLanguage; answer: Promise<void> }>();
  let last: Promise<unknown> = Promise.resolve();

  /** Chooses a printer: the portal signs for no other. Without a person's choice once for its language. */
  function choose(printer: string, choice: PrinterChoice): Promise<void> {
    const before = chosen.get(printer);
    if (before?.language === choice.language && choice.isSet === undefined) return before.answer;
    // One at a time: each response sets a cookie with all printers, and of two parallel ones the last would win.
    const answer = last.then(() => send(printer, choice));
    // The caller gets the error; the next choice only waits for this one.
    last = answer.catch(() => undefined);
    chosen.set(printer, { language: choice.language, answer });
    answer.catch(() => chosen.delete(printer));
    return answer;
  }

  return {
    async certificate(): Promise<CertificateAnswer> {
      try {
        const answer = await within(answerMs, ask(printCertificatePath, { redirect: "manual" }));
        if (answer.status === 204) return { kind: "none" };
        if (answer.ok) return { kind: "certificate", pem: await answer.text() };
        return { kind: "refused", message: await words(answer) };
      } catch (problem) {
        if (problem instanceof TypeError || problem instanceof TimeoutError)
          return { kind: "refused", message: unreachable };
        throw problem;
      }
    },

    /** Throws `NotSigned`. */
    choose,
    /**
     * Another tab may have pushed printers out of the cookie, or the session and its cookies may have ended: they are
     * chosen again before what is next.
     */
    forget: () => chosen.clear(),

    /** Signs a request's JSON: a list of printers, or listening to one. Throws `NotSigned`. */
    async sign(request: string): Promise<string> {
      const body = new FormData();
      body.set("request", request);
      const answer = await answered(ask(printSignPath, { method: "POST", body, redirect: "manual" })).catch(
        (refusal: unknown) => {
          chosen.clear();
          throw refusal;
        },
      );
      return answer.text();
    },
  };
}

export type Portal = ReturnType<typeof createPortal>;

/** A redirect leads to the sign-in page; browsers hide its target. */
const isElsewhere = ({ type, status }: Response) =>
  type === "opaqueredirect" || (status >= 300 && status < 400);
