import type { ReactNode } from "react";
import type { TextPage } from "#app/domains/edi/store/lists.ts";
import type { NotesView } from "#app/notes/notes.ts";
import { NotesPart } from "#app/notes/views/NotesPart.tsx";
import { LinkButton } from "#app/ui/Button.tsx";
import { RouteDialog } from "#app/ui/dialogs/RouteDialog.tsx";
import { Tabs } from "#app/ui/dialogs/Tabs.tsx";
import { UnavailablePanel } from "#app/ui/dialogs/UnavailablePanel.tsx";
import type { ErrorText } from "#app/ui/feedback/ErrorBar.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { Paged } from "#app/ui/lists/Paged.tsx";
import { CopyField } from "#app/ui/text/Copy.tsx";
import type { DocumentView } from "#app/ui/text/DocumentPane.tsx";
import { RawData } from "#app/ui/text/RawData.tsx";

type Frame = { id: string; closeTo: string; here: string; error: ErrorText | undefined };

type InterchangeView = {
  name: string;
  tabs: { key: string; label: string; href: string }[];
  partnerHref: string;
  segmentsHref: string;
  pageHref: string;
  /** Notes on it; absent if it cannot be looked up among all documents. */
  notes: NotesView | undefined;
} & ({ tab: "text"; text: TextPage; isCut: boolean } | { tab: "raw"; document: DocumentView });

/** One of a store's interchanges: Interchange Text and Raw Data (store-edi#interchange-detail). */
export function StoreInterchangePanel({ shown, ...frame }: Frame & { shown: InterchangeView | undefined }) {
  const title = "Interchange Detail";
  if (!shown) return <Missing title={title} what="interchange" {...frame} />;
  return (
    <RouteDialog title={title} closeTo={frame.closeTo} kind="wide-panel">
      <Head name={shown.name}>
        <LinkButton href={shown.partnerHref}>Among all interchanges</LinkButton>
        <LinkButton href={shown.segmentsHref}>Segments</LinkButton>
      </Head>
      <CopyField label="Database Document ID" value={frame.id} />
      {shown.notes && <NotesPart notes={shown.notes} />}
      <Tabs label={title} tabs={shown.tabs} current={shown.tab} />
      {shown.tab === "text" ? (
        <Text
          text={shown.text}
          isCut={shown.isCut}
          pageHref={shown.pageHref}
          segmentsHref={shown.segmentsHref}
        />
      ) : (
        <Raw label="Interchange" document={shown.document} />
      )}
    </RouteDialog>
  );
}

type OrderView = {
  name: string;
  partnerHref: string;
  threadHref: string;
  document: DocumentView;
  notes: NotesView | undefined;
};

/** One of a store's EDI orders: its raw data (store-edi#orders). */
export function StoreEdiOrderPanel({ shown, ...frame }: Frame & { shown: OrderView | undefined }) {
  const title = "Order Detail";
  if (!shown) return <Missing title={title} what="order" {...frame} />;
  return (
    <RouteDialog title={title} closeTo={frame.closeTo} kind="wide-panel">
      <Head name={shown.name}>
        <LinkButton href={shown.partnerHref}>Among all EDI orders</LinkButton>
        <LinkButton href={shown.threadHref}>Order thread</LinkButton>
      </Head>
      <CopyField label="Database Document ID" value={frame.id} />
      {shown.notes && <NotesPart notes={shown.notes} />}
      <h3>Raw Data</h3>
      <Raw label="Order" document={shown.document} />
    </RouteDialog>
  );
}

const Head = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-start justify-between gap-2">
    <h3 className="min-w-0 text-md wrap-anywhere">{name}</h3>
    <span className="flex flex-wrap gap-2">{children}</span>
  </div>
);

function Text({
  text,
  isCut,
  pageHref,
  segmentsHref,
}: {
  text: TextPage;
  isCut: boolean;
  pageHref: string;
  segmentsHref: string;
}) {
  return (
    <div className="space-y-2">
      {isCut && (
        <Notice tone="background">
          The service sent the beginning of the text only.{" "}
          <a href={segmentsHref}>The segments show all of it.</a>
        </Notice>
      )}
      <p className="text-sm text-ink-soft">{text.about}</p>
      <Paged label="Pages of the text" shown={text} pageHref={pageHref}>
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
}

function Raw({ label, document: { text, isCut, downloadHref } }: { label: string; document: DocumentView }) {
  return (
    <div className="space-y-2">
      {isCut && (
        <p>
          The data is very long: its lists and texts are cut short here.{" "}
          <a href={downloadHref} data-document="">
            Download the document
          </a>
        </p>
      )}
      <RawData text={text} label={label} />
    </div>
  );
}

function Missing({ title, what, id, closeTo, here, error }: Frame & { title: string; what: string }) {
  const explanation = `This store has no such ${what}. It may have been removed, or belong to another store.`;
  return (
    <UnavailablePanel
      {...{ title, error, closeTo }}
      explanation={error ? undefined : explanation}
      retryHref={here}
    >
      <CopyField label="Database Document ID" value={id} />
    </UnavailablePanel>
  );
}
