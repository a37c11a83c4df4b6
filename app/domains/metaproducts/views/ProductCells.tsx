import { actionLinks } from "#app/confirm/model.ts";
import type { ProductCells } from "#app/domains/metaproducts/columns.ts";
import type { ProductRow } from "#app/domains/metaproducts/list.ts";
import { toneOfState } from "#app/domains/metaproducts/viewModel.ts";
import type { CellsOf } from "#app/lists/cells.tsx";
import { StatusBadge } from "#app/ui/feedback/Status.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { ActionMenu } from "#app/ui/lists/ActionMenu.tsx";
import { RowLink } from "#app/ui/lists/rows.tsx";
import { ProductImage } from "#app/ui/ProductImage.tsx";
import { LongText, Marked } from "#app/ui/text/LongText.tsx";

/** One string with two lines, unless one of the prices is marked. */
function Price({ price: { rrp, sale } }: { price: ProductCells["price"] }) {
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

function Validation({
  validation: { messages, more },
  href,
}: {
  validation: ProductCells["validation"];
  /** The product's panel, which has all of them. */
  href: string;
}) {
  if (messages.length === 0) return null;
  return (
    <ul className="space-y-1 text-attention">
      {messages.map((message) => (
        <li key={message} className="flex gap-1">
          <Icon name="attention" />
          <span className="min-w-0">{message}</span>
        </li>
      ))}
      {more > 0 && (
        <li>
          <a href={href}>and {more} more</a>
        </li>
      )}
    </ul>
  );
}

/** Codes up to this length don't wrap; longer ones are unusual. */
const unbrokenCode = 24;

export const productCells: CellsOf<ProductCells, ProductRow> = {
  image: ({ src }, { code }) => <ProductImage src={src} alt={code || "Product"} />,
  code: (code, { href }) => (
    <RowLink href={href} className={code.length <= unbrokenCode ? undefined : "break-all whitespace-normal"}>
      {code || "(no code)"}
    </RowLink>
  ),
  title: ({ title, state }) => (
    <>
      {title === "" ? <span className="text-ink-faint">No title</span> : <LongText value={title} />}
      {state !== "" && (
        <div className="mt-1">
          <StatusBadge tone={toneOfState(state)}>{state}</StatusBadge>
        </div>
      )}
    </>
  ),
  price: (price) => <Price price={price} />,
  validation: (validation, { href }) => <Validation validation={validation} href={href} />,
  status: (status) =>
    status && <StatusBadge tone={status === "Created" ? "ok" : "background"}>{status}</StatusBadge>,
  actions: (offered, { code, href, key }) => {
    const actions = actionLinks(href, offered);
    const [first] = actions;
    return <ActionMenu label={`Actions for ${code || key}`} primary={first} items={actions} />;
  },
};
