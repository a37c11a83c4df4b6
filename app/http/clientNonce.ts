import { createContext, useContext } from "react";

/** What one server-rendered page knows about its own request. In the browser the nonce is not readable: undefined. */
export type PageRequest = { nonce: string | undefined; correlationId: string | undefined };

export const PageRequestContext = createContext<PageRequest>({ nonce: undefined, correlationId: undefined });

/** The CSP nonce of this page's own inline scripts. */
export const useNonce = (): string | undefined => useContext(PageRequestContext).nonce;

/** The id under which this page's unexpected failure stands in the log, where there is one. */
export const usePageCorrelationId = (): string | undefined => useContext(PageRequestContext).correlationId;

/** Name of the `<meta>` that hands the correlation id to the browser. */
export const correlationMeta = "correlation-id";
