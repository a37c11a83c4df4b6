import { actionLinks } from "#app/domains/actions/model.ts";
import type { ProductColumnKey } from "#app/domains/metaproducts/columns.ts";
import type { ListRow, ProductRow } from "#app/domains/metaproducts/list.ts";
import { ActionMenu } from "#app/ui/ActionMenu.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { LongText } from "#app/ui/LongText.tsx";
import { Marked } from "#app/ui/Marked.tsx";
import { ProductImage } from "#app/ui/ProductImage.tsx";
import { RowLink } from "#app/ui/RowLink.tsx";
import { StatusBadge } from "#app/ui/StatusBadge.tsx";
import type { Column } from "#app/ui/Table.tsx";

/** Two lines of one text, unless one of the prices is marked. */
function Price({ product: { rrp, sale } }: { product: ProductRow }) {
  if (rrp === undefined && sale === undefined) return <>–</>;
  if (typeof rrp !== "object" && typeof sale !== "object") {
    return <>{`RRP ${rrp ?? "–"}\nSale ${sale ?? "–"}`}</>;
  }
  return (
    <>
      RRP <Marked value={rrp} />
      {"\n"}Sale <Marked value={sale} />
    </>
  );
}

function Validation({ product: { validation, moreValidation } }: { product: ProductRow }) {
  if (!validation) return null;
  return (
    <ul className="space-y-1 text-attention">
      {validation.map((message) => (
        <li key={message} className="flex gap-1">
          <Icon name="attention" />
          <span className="min-w-0">{message}</span>
        </li>
      ))}
      {moreValidation !== undefined && <li>and {moreValidation} more</li>}
    </ul>
  );
}

function Status({ status }: { status: string | undefined }) {
  if (status === undefined) return null;
  return <StatusBadge tone={status === "Created" ? "ok" : "background"}>{status}</StatusBadge>;
}

/** Codes up to this length stay on one line; longer ones are not what a code looks like. */
const unbrokenCode = 24;

type Cell = Pick<Column<ListRow>, "align" | "headerHidden" | "lines" | "narrow" | "roomy" | "tight"> & {
  show: (product: ProductRow) => React.ReactNode;
};

const cells: Record<ProductColumnKey, Cell> = {
  image: {
    narrow: "picture",
    tight: true,
    show: (product) => <ProductImage src={product.image} alt={product.code || "Product"} />,
  },
  code: {
    narrow: "title",
    show: (product) => (
      <RowLink
        href={product.href}
        {...(product.code.length <= unbrokenCode ? {} : { className: "break-all whitespace-normal" })}
      >
        {product.code || "(no code)"}
      </RowLink>
    ),
  },
  brand: { show: (product) => product.brand || "–" },
  title: {
    roomy: true,
    show: (product) =>
      product.title === "" ? <span className="faint">No title</span> : <LongText value={product.title} />,
  },
  stock: { align: "end", show: (product) => <Marked value={product.stock} /> },
  price: { align: "end", tight: true, lines: true, show: (product) => <Price product={product} /> },
  validation: { show: (product) => <Validation product={product} /> },
  status: { show: (product) => <Status status={product.status} /> },
  actions: {
    show: (product) => {
      const actions = actionLinks(product.href, product.actions);
      const [first] = actions;
      return (
        <ActionMenu
          label={`Actions for ${product.code || product.key}`}
          {...(first ? { primary: first } : {})}
          items={actions}
        />
      );
    },
  },
};

/** The grid's columns in the order given, with how each one looks. */
export const productTableColumns = (
  columns: readonly { key: ProductColumnKey; header: string }[],
): Column<ListRow>[] =>
  columns.map(({ key, header }) => {
    const { show, ...look } = cells[key];
    return { key, header, ...look, cell: (row) => ("product" in row ? show(row.product) : null) };
  });
