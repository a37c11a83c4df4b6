import { useEffect, useRef } from "react";
import { Icon } from "#app/core/ui/Icon.tsx";
import { keyed } from "#app/core/ui/keyed.ts";
import { FactList } from "#app/core/ui/text/FactList.tsx";
import type { PreviewedChange, PreviewedProduct, RulePreview } from "#app/domains/rules/prices/preview.ts";

/** The rule's effect, before and after. Indicative: the server decides. */
export function RulePreviewSection({ preview }: { preview: RulePreview }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (preview) heading.current?.focus();
  }, [preview]);
  return (
    <section id="preview" className="space-y-3 rounded-lg border border-line bg-surface-page p-3">
      <h3 ref={heading} tabIndex={-1} className="text-md">
        Preview
      </h3>
      <p className="text-ink-faint">
        Indicative: the portal's own reckoning of the rule as it stands in the form, as if it ran now and
        alone. A variant is judged by what it holds itself, else by what its product holds.
      </p>
      <p>{preview.summary}</p>
      {preview.facts.length > 0 && <FactList facts={preview.facts} />}
      {preview.cutNotice !== "" && <p className="text-ink-faint">{preview.cutNotice}</p>}
      {preview.products.length > 0 && <PreviewTable products={preview.products} />}
    </section>
  );
}

const PreviewTable = ({ products }: { products: PreviewedProduct[] }) => (
  <table className="versions w-full border-collapse">
    <caption className="sr-only">What would change</caption>
    <thead className="max-sm:sr-only">
      <tr>
        <th scope="col">Product</th>
        <th scope="col">What changes</th>
      </tr>
    </thead>
    <tbody>
      {products.map(({ key, name, href, units }) => (
        <tr key={key}>
          <th scope="row">
            <a href={href}>{name}</a>
          </th>
          <td data-label="What changes">
            {units.map(({ who, changes, unclear }) => (
              <div key={who}>
                <span className="text-ink-faint">{who}</span>
                {changes.map((change) => (
                  <Change key={change.attribute} change={change} />
                ))}
                {keyed(unclear, (words) => words).map(({ key, item: words }) => (
                  <span key={key} className="block font-medium text-attention">
                    Not clear: {words}
                  </span>
                ))}
              </div>
            ))}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** One attribute before and after with its price difference, marked unless cheaper. */
export function Change({ change }: { change: PreviewedChange }) {
  const { attribute, before, after, difference, kind } = change;
  const isMarked = kind !== undefined && kind !== "cheaper";
  return (
    <div>
      {attribute}: {before} <span aria-hidden="true">→</span> <span className="sr-only">to</span> {after}
      {difference !== "" && (
        <span className={isMarked ? "font-semibold text-attention" : "text-ink-faint"}>
          {" "}
          {isMarked && <Icon name="attention" />} {difference}
        </span>
      )}
    </div>
  );
}
