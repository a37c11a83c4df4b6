import type { ProductDetail } from "#app/domains/metaproducts/detail.ts";
import { toneOfState } from "#app/domains/metaproducts/shown.ts";
import type { NotesShown } from "#app/notes/notes.ts";
import { NotesPart } from "#app/notes/views/NotesPart.tsx";
import { RouteDialog } from "#app/ui/dialogs/RouteDialog.tsx";
import { Tabs } from "#app/ui/dialogs/Tabs.tsx";
import { StatusBadge } from "#app/ui/feedback/StatusBadge.tsx";
import { ActionMenu } from "#app/ui/lists/ActionMenu.tsx";
import { CopyField } from "#app/ui/text/CopyField.tsx";
import { LongText } from "#app/ui/text/LongText.tsx";
import { RawData } from "#app/ui/text/RawData.tsx";
import { AttributeTable } from "./AttributeTable.tsx";
import { ChangeFeed } from "./ChangeFeed.tsx";
import { ProductPictures } from "./ProductPictures.tsx";
import { RefusalList } from "./RefusalList.tsx";
import { VariantTable } from "./VariantTable.tsx";

/**
 * 'Product Data - {groupId}' (products#detail): what it is, its pictures, what its channel refuses and its attributes;
 * then Inventory, Changes, Raw Data.
 */
export function ProductDetailPanel({
  detail,
  notes,
  priceHref,
}: {
  detail: ProductDetail;
  notes: NotesShown;
  /** Where it is told what it costs through all rules of its store. */
  priceHref: string | undefined;
}) {
  const [first] = detail.actions;
  const name = detail.code || detail.id;
  return (
    <RouteDialog title={detail.title} closeTo={detail.closeTo} kind="wide-panel">
      <div className="space-y-3">
        <div className="flex flex-wrap items-start gap-3">
          <div className="min-w-0 flex-1 basis-40 space-y-1">
            <p className="font-medium">
              <LongText value={detail.name || "No title"} />
            </p>
            <p className="flex flex-wrap items-center gap-2">
              {detail.brand && <span className="faint">{detail.brand}</span>}
              {detail.state && <StatusBadge tone={toneOfState(detail.state)}>{detail.state}</StatusBadge>}
            </p>
          </div>
          <ActionMenu
            label={`Actions for ${name}`}
            {...(first ? { primary: first } : {})}
            items={detail.actions}
          />
        </div>
        <NotesPart notes={notes} />
        <ProductPictures pictures={detail.pictures} of={name} />
        <RefusalList refusals={detail.refusals} />
        <div className="grid gap-3 sm:grid-cols-2">
          <CopyField label="Code" value={detail.code} />
          <CopyField label="Id" value={detail.id} />
        </div>
        {priceHref !== undefined && (
          <p>
            <a href={priceHref}>Price through all rules</a>
          </p>
        )}
        <AttributeTable attributes={detail.attributes} />
        {detail.variants && (
          <section>
            <h3 className="pb-1 text-sm font-semibold">Variants</h3>
            <VariantTable caption="Variants by SKU" variants={detail.variants} />
          </section>
        )}
        <Tabs label="Product data" tabs={detail.tabs} current={detail.tab} />
        <OpenTab detail={detail} />
      </div>
    </RouteDialog>
  );
}

function OpenTab({ detail }: { detail: ProductDetail }) {
  switch (detail.tab) {
    case "inventory":
      return <VariantTable caption="Inventory by SKU" variants={detail.inventory} />;
    case "changes":
      return <ChangeFeed changes={detail.changes} filter={detail.changesFilter} />;
    case "raw":
      return <RawData text={detail.rawText} label="Product" />;
  }
}
