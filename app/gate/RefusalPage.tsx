import stylesAddress from "#app/styles.css?url";
import { ErrorBar } from "#app/ui/feedback/ErrorBar.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import type { Refusal } from "./refusal.ts";

type Props = { product: string; refusal: Refusal; correlationId: string };

/** A refusal as a page of its own, without a script: Remix has not seen the request. */
export function RefusalPage({ product, refusal, correlationId }: Props) {
  const { status, statusLine, message, advice } = refusal;
  return (
    <html lang="en-AU">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${statusLine} · ${product}`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={stylesAddress} />
      </head>
      <body>
        <main id="main">
          <Page title="This could not be done">
            <ErrorBar error={{ statusLine, code: status, message, advice, correlationId }} />
            <div className="mt-4">
              <LinkButton href="/">Stores</LinkButton>
            </div>
          </Page>
        </main>
      </body>
    </html>
  );
}
