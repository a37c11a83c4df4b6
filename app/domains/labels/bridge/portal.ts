import { isErrorView } from "#app/http/errorView.ts";
import type { Label, LabelLanguage, Media } from "../label.ts";
import { labelsPrintedPath } from "../lastPrices/paths.ts";
import { printCertificatePath, printPrinterPath, printSignPath } from "./paths.ts";
import type { PrintedLabel } from "./printReports.ts";
import { TimeoutError, within } from "./types.ts";

/** A label, and the kind of printer that its commands are for. */
export type LabelContent = { label: Label; language: LabelLanguage; media: Media };

export type CertificateAnswer =
  | { kind: "certificate"; pem: string }
  /** The portal has no certificate: the print service will ask the person each time. */
  | { kind: "none" }
  | { kind: "refused"; message: string };

const answerMs = 10_000;

const signedOut = "Your session has ended. Sign in again in another tab, then try again here.";
const unreachable = "The portal does not answer. Check the network, then try again.";

/** A request that the portal did not sign, with the words for the person; `isForAll` when it would sign no other. */
export class NotSigned extends Error {
  override name = "NotSigned";
  readonly isForAll: boolean;
  constructor(message: string, isForAll: boolean) {
    super(message);
    this.isForAll = isForAll;
  }
}

/** Statuses that are about this one request. */
const aboutOne = [400, 413, 415];

/** What the portal contributes to printing: its certificate, and signatures. `ask` is the browser's `fetch`. */
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

  // The printers that the portal knows of, as far as this page has told it.
  const announced = new Map<string, { language: LabelLanguage | undefined; answer: Promise<void> }>();
  let lastAnnounced: Promise<unknown> = Promise.resolve();

  /** Tells the portal, once, that this workstation prints there in this language: it signs for no other printer. */
  function allow(printer: string, language: LabelLanguage | undefined): Promise<void> {
    const before = announced.get(printer);
    if (before && (language === undefined || before.language === language)) return before.answer;
    // One at a time: each answer is a cookie that names all printers, and of two the one that comes last stays.
    const answer = lastAnnounced.then(() => announce(printer, language));
    // Whoever asked hears of a failure; the next one only waits for it.
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
     * The signature of a request's JSON; `printer` is the one that it is about, `content` the label that it prints.
     * Throws `NotSigned`, also once `signal` is aborted.
     */
    async sign(
      request: string,
      { printer, content, signal }: { printer?: string; content?: LabelContent; signal?: AbortSignal } = {},
    ) {
      if (printer !== undefined) await allow(printer, content?.language);
      const asked = {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ request, content }),
      } as const;
      const given = signal ? { signal } : {};
      const sent = ask(printSignPath, { ...asked, ...given, redirect: "manual" });
      const answer = await within(answerMs, sent).catch(() => {
        throw new NotSigned(unreachable, true);
      });
      // Another tab may have chosen so many printers that this one was forgotten, or the session may have ended and its
      // cookies with it: the next label says it again.
      if (!answer.ok && printer !== undefined) announced.delete(printer);
      if (!answer.ok) throw new NotSigned(await words(answer), !aboutOne.includes(answer.status));
      return answer.text();
    },
  };
}

export type Portal = ReturnType<typeof createPortal>;

/** A redirect leads to the sign-in page; browsers do not say where to. */
const isElsewhere = ({ type, status }: Response) =>
  type === "opaqueredirect" || (status >= 300 && status < 400);

/** Tells the portal which labels this workstation's printer was sent. */
export async function tellOfPrinted(store: string, labels: readonly PrintedLabel[]): Promise<boolean> {
  const body = new FormData();
  const reported = labels.map(
    ({ title, label: { design, price }, priced: { barcode, book, price: bookPrice }, at, by = "" }) => ({
      ...{ barcode, design, title, price, book, bookPrice, at, by },
    }),
  );
  body.set("labels", JSON.stringify(reported));
  const answer = await fetch(labelsPrintedPath(store), { method: "POST", body, redirect: "manual" });
  // What it will never take is not told again.
  return answer.ok || [400, 403, 404].includes(answer.status);
}
