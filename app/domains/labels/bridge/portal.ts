import { isErrorView } from "#app/http/errorView.ts";
import type { LabelLanguage } from "../label.ts";
import { printCertificatePath, printPrinterPath, printSignPath } from "../paths.ts";
import { TimeoutError, within } from "./types.ts";

export type CertificateAnswer =
  | { kind: "certificate"; pem: string }
  /** The portal has no certificate: the print service will prompt for every request. */
  | { kind: "none" }
  | { kind: "refused"; message: string };

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

  async function announce(printer: string, language: LabelLanguage | undefined): Promise<void> {
    const body = new FormData();
    body.set("printer", printer);
    if (language !== undefined) body.set("language", language);
    const sent = ask(printPrinterPath, { method: "POST", body, redirect: "manual" });
    await answered(sent);
  }

  // Printers that this page has registered with the portal.
  const announced = new Map<string, { language: LabelLanguage | undefined; answer: Promise<void> }>();
  let lastAnnounced: Promise<unknown> = Promise.resolve();

  /** Registers the printer and its language with the portal, once: the portal signs for no other printer. */
  function allow(printer: string, language: LabelLanguage | undefined): Promise<void> {
    const before = announced.get(printer);
    if (before && (language === undefined || before.language === language)) return before.answer;
    // One at a time: each response sets a cookie with all printers, and of two parallel ones the last would win.
    const answer = lastAnnounced.then(() => announce(printer, language));
    // The caller gets the error; the next registration only waits for this one.
    lastAnnounced = answer.catch(() => undefined);
    announced.set(printer, { language, answer });
    answer.catch(() => announced.delete(printer));
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
    allow,
    /**
     * Another tab may have pushed printers out of the cookie, or the session and its cookies may have ended: they are
     * registered again before what is next.
     */
    forget: () => announced.clear(),

    /** Signs a request's JSON: a list of printers, or listening to one. Throws `NotSigned`. */
    async sign(request: string, listened?: string): Promise<string> {
      if (listened !== undefined) await allow(listened, undefined);
      const body = new FormData();
      body.set("request", request);
      const answer = await answered(ask(printSignPath, { method: "POST", body, redirect: "manual" })).catch(
        (refusal: unknown) => {
          announced.clear();
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
