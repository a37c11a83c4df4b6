import { isErrorView } from "#app/http/errorView.ts";
import type { Label, LabelLanguage, Media } from "../label.ts";
import { printCertificatePath, printPrinterPath, printSignPath } from "./paths.ts";
import { TimeoutError, within } from "./types.ts";

/** A label, and the language of the printer that its commands are for. */
export type LabelContent = { label: Label; language: LabelLanguage; media: Media };

export type CertificateAnswer =
  | { kind: "certificate"; pem: string }
  /** The portal has no certificate: the print service will prompt for every request. */
  | { kind: "none" }
  | { kind: "refused"; message: string };

const answerMs = 10_000;

export const signedOut = "Your session has ended. Sign in again in another tab, then try again here.";
const unreachable = "The portal does not answer. Check the network, then try again.";

/**
 * The portal refused to sign a request; the message is for the person. `isForAll` if it would sign no other either.
 */
export class NotSigned extends Error {
  override name = "NotSigned";
  readonly isForAll: boolean;
  constructor(message: string, isForAll: boolean) {
    super(message);
    this.isForAll = isForAll;
  }
}

/** Statuses that concern this one request only. */
const aboutOne = [400, 413, 415];

/** The portal's part in printing: its certificate and signatures. `ask` is the browser's `fetch`. */
export function createPortal(ask: typeof fetch) {
  async function words(answer: Response): Promise<string> {
    if (isElsewhere(answer)) return signedOut;
    const body: unknown = await answer.json().catch(() => undefined);
    return isErrorView(body) ? `${body.message} ${body.advice}` : unreachable;
  }

  async function announce(printer: string, language: LabelLanguage | undefined): Promise<void> {
    const body = new FormData();
    body.set("printer", printer);
    if (language !== undefined) body.set("language", language);
    const sent = ask(printPrinterPath, { method: "POST", body, redirect: "manual" });
    const answer = await within(answerMs, sent).catch(() => {
      throw new NotSigned(unreachable, true);
    });
    if (!answer.ok) throw new NotSigned(await words(answer), true);
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

    /**
     * Signs a request's JSON for `printer` and, if it prints, the label `content`. Throws
     * `NotSigned`, also once `signal` is aborted.
     */
    async sign(
      request: string,
      { printer, content, signal }: { printer?: string; content?: LabelContent; signal?: AbortSignal } = {},
    ) {
      if (printer !== undefined) await allow(printer, content?.language);
      const options = {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ request, content }),
      } as const;
      const given = signal ? { signal } : {};
      const sent = ask(printSignPath, { ...options, ...given, redirect: "manual" });
      const answer = await within(answerMs, sent).catch(() => {
        throw new NotSigned(unreachable, true);
      });
      // Another tab may have pushed this printer out of the cookie, or the session and its cookies
      // may have ended: the next label registers it again.
      if (!answer.ok && printer !== undefined) announced.delete(printer);
      if (!answer.ok) throw new NotSigned(await words(answer), !aboutOne.includes(answer.status));
      return answer.text();
    },
  };
}

export type Portal = ReturnType<typeof createPortal>;

/** A redirect leads to the sign-in page; browsers hide its target. */
const isElsewhere = ({ type, status }: Response) =>
  type === "opaqueredirect" || (status >= 300 && status < 400);
