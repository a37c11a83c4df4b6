import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { attempt } from "#app/core/api/api.server.ts";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { LinkButton } from "#app/core/ui/Button.tsx";
import { RouteDialog, UnavailablePanel } from "#app/core/ui/dialogs/RouteDialog.tsx";
import { CopyField } from "#app/core/ui/fields/CopyField.tsx";
import { keyed } from "#app/core/ui/keyed.ts";
import { ProductImage } from "#app/core/ui/ProductImage.tsx";
import { titleOver } from "#app/core/ui/shell/titles.ts";
import { DateTime } from "#app/core/ui/text/DateTime.tsx";
import { LongText } from "#app/core/ui/text/LongText.tsx";
import { RawData } from "#app/core/ui/text/RawData.tsx";
import { masterProductPath, masterProductsPath, masterSearch } from "#app/domains/masterproducts/paths.ts";
import {
  findMasterProduct,
  listMasterProducts,
  masterProductRef,
  masterState,
  toMasterDetail,
  toMasterUnavailable,
} from "#app/domains/masterproducts/record.server.ts";
import { notesOf } from "#app/features/notes/notes.server.ts";
import { NotesPart } from "#app/features/notes/views/NotesPart.tsx";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleOver(matches, [data?.isShown ? data.detail.title : data?.title]);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireMay(request, "masterproducts");
  const styleCode = params.styleCode ?? "";
  const { refresh: _, ...filter } = masterSearch.read(request.url);
  const closeTo = masterProductsPath(filter);
  const products = await attempt(listMasterProducts(user));
  const row = products.ok ? findMasterProduct(products.value, styleCode) : undefined;
  if (row?.readable) {
    const here = masterProductPath(filter, styleCode);
    const notes = await notesOf(user, masterProductRef(styleCode), here, masterState);
    return { isShown: true as const, closeTo, notes, detail: toMasterDetail(row.row, row.raw) };
  }
  const error = products.ok ? undefined : products.error;
  const status = error ? 502 : row ? 200 : 404;
  return data({ ...toMasterUnavailable(styleCode, { error, problem: row?.problem }), closeTo }, { status });
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";

/** 'Product Data - {styleCode}' (product-master#detail): the style's facts, its images by group, and the raw data. */
export default function MasterProduct() {
  const panel = useLoaderData<typeof loader>();
  if (!panel.isShown) return <UnavailablePanel {...panel} />;
  const { detail, notes, closeTo } = panel;
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
          keyed(detail.groups, ({ name }) => name).map(({ key, item: group }) => (
            <section key={key}>
              <h3 className="pb-1">{group.name || "Images without a group"}</h3>
              <ul className="flex flex-wrap gap-2">
                {keyed(group.images, (address) => address).map(({ key: image, item: address }, index) => (
                  <li key={image}>
                    <ProductImage src={address} alt={`${group.name || "Image"} ${index + 1}`} />
                  </li>
                ))}
              </ul>
            </section>
          ))
        )}
        <section>
          <h3 className="pb-1">Raw Data</h3>
          <RawData text={detail.rawText} label="Product" />
        </section>
      </div>
    </RouteDialog>
  );
}
