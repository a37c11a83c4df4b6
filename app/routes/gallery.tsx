import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "#app/ui/Button.tsx";
import { ContentSamples } from "#app/ui/gallery/ContentSamples.tsx";
import { DialogSample, FormSamples } from "#app/ui/gallery/FormSamples.tsx";
import { ListSamples } from "#app/ui/gallery/ListSamples.tsx";
import { galleryPath, gallerySearch } from "#app/ui/gallery/search.ts";
import { Page } from "#app/ui/shell/Page.tsx";

const kinds = ["dialog", "panel", "wide-panel"] as const;

export const meta: MetaFunction = () => [{ title: "Gallery" }];

/** Every UI component in its states, for developers of screens. */
export function loader({ request }: LoaderFunctionArgs) {
  return { shown: gallerySearch.read(request.url), at: Date.now() };
}

export default function Gallery() {
  const { shown, at } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Gallery"
      actions={kinds.map((kind) => (
        <LinkButton key={kind} href={galleryPath({ open: kind })} data-scroll="keep">
          {kind}
        </LinkButton>
      ))}
    >
      <ListSamples shown={shown} />
      <FormSamples />
      <ContentSamples tab={shown.tab} at={at} />
      {shown.open && <DialogSample kind={shown.open} />}
    </Page>
  );
}
