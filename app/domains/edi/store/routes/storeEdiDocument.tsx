import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "#app/core/ui/Button.tsx";
import { RouteDialog, UnavailablePanel } from "#app/core/ui/dialogs/RouteDialog.tsx";
import { Tabs } from "#app/core/ui/dialogs/Tabs.tsx";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { CopyField } from "#app/core/ui/fields/CopyField.tsx";
import { Paged } from "#app/core/ui/lists/Pager.tsx";
import { titleOver } from "#app/core/ui/shell/titles.ts";
import type { DocumentView } from "#app/core/ui/text/DocumentPane.tsx";
import { RawData } from "#app/core/ui/text/RawData.tsx";
import { storeEdiPanel } from "#app/domains/edi/store/screens.server.ts";
import { NotesPart } from "#app/features/notes/views/NotesPart.tsx";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleOver(matches, [data?.view?.name]);

export const loader = storeEdiPanel;

/** One of a store's interchanges, or of its EDI orders (store-edi#interchange-detail, store-edi#orders). */
export default function StoreEdiDocument() {
  const { label, id, closeTo, here, view, error } = useLoaderData<typeof loader>();
  const title = `${label} Detail`;
  const copy = <CopyField label="Database Document ID" value={id} />;
  if (!view) {
    const explanation = `This store has no such ${label.toLowerCase()}. It may have been removed, or belong to another store.`;
    return (
      <UnavailablePanel
        {...{ title, error, closeTo }}
        explanation={error ? undefined : explanation}
        retryHref={here}
      >
        {copy}
      </UnavailablePanel>
    );
  }
  const { name, ways, notes, tabs, open } = view;
  return (
    <RouteDialog title={title} closeTo={closeTo} kind="wide-panel">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h3 className="min-w-0 text-md wrap-anywhere">{name}</h3>
        <span className="flex flex-wrap gap-2">
          {ways.map(({ label, href }) => (
            <LinkButton key={href} href={href}>
              {label}
            </LinkButton>
          ))}
        </span>
      </div>
      {copy}
      {notes && <NotesPart notes={notes} />}
      {tabs ? <Tabs label={title} tabs={tabs} current={open.tab} /> : <h3>Raw Data</h3>}
      {open.tab === "text" ? <Text open={open} /> : <Raw label={label} document={open.document} />}
    </RouteDialog>
  );
}

type Open = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["view"]>["open"];

const Text = ({
  open: { text, isCut, pageHref, segmentsHref },
}: {
  open: Extract<Open, { tab: "text" }>;
}) => (
  <div className="space-y-2">
    {isCut && (
      <Notice tone="background">
        The service sent the beginning of the text only.{" "}
        <a href={segmentsHref}>The segments show all of it.</a>
      </Notice>
    )}
    <p className="text-xs text-ink-soft">{text.about}</p>
    <Paged label="Pages of the text" position={text} pageHref={pageHref}>
      <pre className="rounded border border-line bg-surface-sunken p-2">
        {text.lines.map(({ number, text: line }) => (
          <span key={number} className="block">
            {line}
            {"\n"}
          </span>
        ))}
      </pre>
    </Paged>
  </div>
);

const Raw = ({ label, document }: { label: string; document: DocumentView }) => (
  <div className="space-y-2">
    {document.isCut && (
      <p>
        The data is very long: its lists and texts are cut short here.{" "}
        <a href={document.downloadHref} data-document="">
          Download the document
        </a>
      </p>
    )}
    <RawData text={document.text} label={label} />
  </div>
);

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
