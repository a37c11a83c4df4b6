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

function Price({ product: { rrp, sale } }: { product: ProductRow }) {
  if (!rrp && !sale) return <>–</>;
  return (
    <div>
      <div>
        <span className="text-xs text-ink-faint">RRP</span> <Marked value={rrp} />
      </div>
      <div>
        <span className="text-xs text-ink-faint">Sale</span> <Marked value={sale} />
      </div>
    </div>
  );
}

function Validation({ product: { validation, moreValidation } }: { product: ProductRow }) {
  if (validation.length === 0) return null;
  return (
    <ul className="space-y-1 text-attention">
      {validation.map((message) => (
        <li key={message} className="flex gap-1">
          <Icon name="attention" />
          <span className="min-w-0">{message}</span>
        </li>
      ))}
      {moreValidation > 0 && <li>and {moreValidation} more</li>}
    </ul>
  );
}

function Status({ status }: { status: string }) {
  if (status === "") return null;
  return <StatusBadge tone={status === "Created" ? "ok" : "background"}>{status}</StatusBadge>;
}

/** Codes up to this length stay on one line; longer ones are not what a code looks like. */
const unbrokenCode = 24;

type Cell = Pick<Column<ListRow>, "align" | "headerHidden" | "narrow" | "roomy" | "tight"> & {
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
      <span className={product.code.length <= unbrokenCode ? "whitespace-nowrap" : "break-all"}>
        <RowLink href={product.href}>{product.code || "(no code)"}</RowLink>
      </span>
    ),
  },
  brand: { show: (product) => product.brand || "–" },
  title: {
    roomy: true,
    show: (product) =>
      product.title === "" ? <span className="faint">No title</span> : <LongText value={product.title} />,
  },
  stock: { align: "end", show: (product) => <Marked value={product.stock} /> },
  price: { align: "end", tight: true, show: (product) => <Price product={product} /> },
  validation: { show: (product) => <Validation product={product} /> },
  status: { show: (product) => <Status status={product.status} /> },
  actions: {
    show: (product) => {
      const [first] = product.actions;
      return (
        <div className="min-w-[8.5rem]">
          <ActionMenu
            label={`Actions for ${product.code || product.key}`}
            {...(first ? { primary: first } : {})}
            items={product.actions}
          />
        </div>
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
