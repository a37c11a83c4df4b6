import { createContext, useContext } from "react";

/** What one server-rendered page knows about its own request. In the browser the nonce is not readable: undefined. */
export type PageRequest = {
  nonce: string | undefined;
  correlationId: string | undefined;
  /** The style sheet's text, where it travels inside the page. */
  styles: string | undefined;
};

export const PageRequestContext = createContext<PageRequest>({
  nonce: undefined,
  correlationId: undefined,
  styles: undefined,
});

/** The CSP nonce of this page's own inline scripts and styles. */
export const useNonce = (): string | undefined => useContext(PageRequestContext).nonce;

/** The id under which this page's unexpected failure stands in the log, where there is one. */
export const usePageCorrelationId = (): string | undefined => useContext(PageRequestContext).correlationId;

/** The style sheet's text when this page brings it along, undefined when the page links to it. */
export const usePageStyles = (): string | undefined => useContext(PageRequestContext).styles;

/** Id of the `<style>` that brings the style sheet along; development has others in the head. */
export const stylesId = "styles";

/** Name of the `<meta>` that hands the correlation id to the browser. */
export const correlationMeta = "correlation-id";
