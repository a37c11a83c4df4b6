import { createContext, useContext } from "react";

/** Data about the request of a server-rendered page. The browser can't read the nonce: undefined. */
export type PageRequest = {
  nonce: string | undefined;
  correlationId: string | undefined;
  /** The text of the style sheet, if inlined. */
  styles: string | undefined;
};

export const PageRequestContext = createContext<PageRequest>({
  nonce: undefined,
  correlationId: undefined,
  styles: undefined,
});

/** The CSP nonce of this page's own inline scripts and styles. */
export const useNonce = (): string | undefined => useContext(PageRequestContext).nonce;

/** The correlation id of this page's unexpected failure in the log, if any. */
export const usePageCorrelationId = (): string | undefined => useContext(PageRequestContext).correlationId;

export const usePageStyles = (): PageRequest["styles"] => useContext(PageRequestContext).styles;

export const correlationMeta = "correlation-id";
