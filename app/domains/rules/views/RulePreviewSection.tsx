import "./rules.css";
import { useEffect, useRef } from "react";
import type { RulePreview } from "#app/domains/rules/preview.ts";

/** What the rule would do, before and after, and the rules it meets. Indicative: the server decides. */
export function RulePreviewSection({ preview }: { preview: RulePreview }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (preview) heading.current?.focus();
  }, [preview]);
  return (
    <section id="preview" className="space-y-3 rounded-lg border border-line bg-surface-page p-3">
      <h3 ref={heading} tabIndex={-1}>
        Preview
      </h3>
      <p className="faint">
        Indicative: the portal's own reckoning of the rule as it stands in the form, as if it ran now and
        alone.
      </p>
      <p>{preview.summary}</p>
      {preview.products.length > 0 && (
        <table className="versions">
          <caption className="sr-only">What would change</caption>
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {preview.products.map(({ key, name, changes, unclear }) => (
              <tr key={key}>
                <th scope="row">
                  {name}
                  {unclear.map((words) => (
                    <span key={words} className="field-advice block">
                      Not clear: {words}
                    </span>
                  ))}
                </th>
                <td data-label="Before">
                  {changes.map(({ attribute, before }) => (
                    <div key={attribute}>
                      <span className="faint">{attribute}:</span> {before}
                    </div>
                  ))}
                </td>
                <td data-label="After">
                  {changes.map(({ attribute, after }) => (
                    <div key={attribute}>
                      <span className="faint">{attribute}:</span> {after}
                    </div>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <h4 className="font-semibold">Enabled rules that it overlaps</h4>
      {preview.overlaps.length === 0 ? (
        <p>No enabled rule changes the same attributes at the same time.</p>
      ) : (
        <ul className="space-y-1">
          {preview.overlaps.map(({ key, name, href, attributes, order }) => (
            <li key={key}>
              <a href={href}>{name}</a>: {attributes}. {order}.
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
