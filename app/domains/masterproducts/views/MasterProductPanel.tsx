import type { MasterDetail } from "#app/domains/masterproducts/model.ts";
import type { NotesView } from "#app/notes/notes.ts";
import { NotesPart } from "#app/notes/views/NotesPart.tsx";
import { LinkButton } from "#app/ui/Button.tsx";
import { RouteDialog } from "#app/ui/dialogs/RouteDialog.tsx";
import { ProductImage } from "#app/ui/ProductImage.tsx";
import { CopyField } from "#app/ui/text/Copy.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { LongText } from "#app/ui/text/LongText.tsx";
import { RawData } from "#app/ui/text/RawData.tsx";

/** 'Product Data - {styleCode}' (product-master#detail): the style's facts, its images by group, and the raw data. */
export function MasterProductPanel({
  detail,
  notes,
  closeTo,
}: {
  detail: MasterDetail;
  notes: NotesView;
  closeTo: string;
}) {
  return (
    <RouteDialog title={detail.title} closeTo={closeTo} kind="wide-panel">
      <div className="space-y-4">
        <CopyField label="Style Code" value={detail.styleCode} />
        <NotesPart notes={notes} />
        <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
          {detail.facts.map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-ink-faint">{label}</dt>
              <dd className="min-w-0 break-words">{value ? <LongText value={value} /> : "–"}</dd>
            </div>
          ))}
          <dt className="text-ink-faint">Last Updated</dt>
          <dd>
            <DateTime at={detail.updatedAt} />
          </dd>
        </dl>
        <p>
          <LinkButton href={detail.findHref} icon="search">
            Find it in the stores
          </LinkButton>
        </p>
        {detail.groups.length === 0 ? (
          <p>This style has no images.</p>
        ) : (
          detail.groups.map((group) => (
            <section key={group.name}>
              <h3 className="pb-1 text-sm font-semibold">{group.name || "Images without a group"}</h3>
              <ul className="flex flex-wrap gap-2">
                {group.images.map((address, index) => (
                  <li key={address}>
                    <ProductImage src={address} alt={`${group.name || "Image"} ${index + 1}`} />
                  </li>
                ))}
              </ul>
            </section>
          ))
        )}
        <section>
          <h3 className="pb-1 text-sm font-semibold">Raw Data</h3>
          <RawData text={detail.rawText} label="Product" />
        </section>
      </div>
    </RouteDialog>
  );
}
