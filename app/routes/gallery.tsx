import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { env } from "#app/env.server.ts";
import { ContentSamples } from "#app/ui/gallery/ContentSamples.tsx";
import { DialogSample, FormSamples } from "#app/ui/gallery/FormSamples.tsx";
import { ListSamples } from "#app/ui/gallery/ListSamples.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { Page } from "#app/ui/Page.tsx";

const kinds = ["dialog", "panel", "wide-panel"] as const;

export const meta: MetaFunction = () => [{ title: "Gallery" }];

/** Every building block in its states, for those who build screens; production does not have it. */
export async function loader({ request }: LoaderFunctionArgs) {
  if (env.NODE_ENV === "production") throw new Response("Not Found", { status: 404 });
  const { searchParams } = new URL(request.url);
  return {
    open: kinds.find((kind) => kind === searchParams.get("open")),
    tab: searchParams.get("tab") ?? "raw",
    row: searchParams.get("row") ?? undefined,
    at: Date.now(),
    filter: {
      code: searchParams.get("code") ?? "",
      title: searchParams.get("title") ?? "",
      status: searchParams.getAll("status"),
      invalid: searchParams.has("invalid"),
    },
  };
}

export default function Gallery() {
  const { open, tab, row, at, filter } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Gallery"
      actions={kinds.map((kind) => (
        <LinkButton key={kind} href={`/gallery?open=${kind}`} data-scroll="keep">
          {kind}
        </LinkButton>
      ))}
    >
      <ListSamples current={row} filter={filter} />
      <FormSamples />
      <ContentSamples tab={tab} at={at} />
      {open && <DialogSample kind={open} />}
    </Page>
  );
}
