import { createContext, useContext } from "react";

/** The portal's style sheets: every page's, and the one of all pages but lists without a panel. */
export const sheetIds = ["styles", "details"] as const;
export type SheetId = (typeof sheetIds)[number];

/** Data about the request of a server-rendered page. The browser can't read the nonce: undefined. */
export type PageRequest = {
  nonce: string | undefined;
  correlationId: string | undefined;
  /** The text of each style sheet, if inlined. */
  styles: Partial<Record<SheetId, string>>;
};

export const PageRequestContext = createContext<PageRequest>({
  nonce: undefined,
  correlationId: undefined,
  styles: {},
});

/** The CSP nonce of this page's own inline scripts and styles. */
export const useNonce = (): string | undefined => useContext(PageRequestContext).nonce;

/** The correlation id of this page's unexpected failure in the log, if any. */
export const usePageCorrelationId = (): string | undefined => useContext(PageRequestContext).correlationId;

export const usePageStyles = (): PageRequest["styles"] => useContext(PageRequestContext).styles;

export const correlationMeta = "correlation-id";
