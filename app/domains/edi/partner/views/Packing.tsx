import type { ShownLevel, ShownPackage } from "#app/domains/edi/partner/detail/packing.ts";
import { Lines } from "./OrderMessage.tsx";

/** The consignment packing sequences, nested, down to the goods identity numbers (edi#packing). */
export function Packing({ levels }: { levels: ShownLevel[] }) {
  return (
    <section className="space-y-1">
      <h3>Consignment packing sequences</h3>
      {levels.length === 0 ? <p className="text-ink-faint">None</p> : <Levels levels={levels} />}
    </section>
  );
}

function Levels({ levels }: { levels: ShownLevel[] }) {
  return (
    <ul className="space-y-2">
      {levels.map((level) => (
        <li key={level.key} className="border-l-2 border-line pl-3">
          <Level level={level} />
        </li>
      ))}
    </ul>
  );
}

function Level({ level: { title, problem, packages, lines, inside } }: { level: ShownLevel }) {
  if (packages.length + lines.length + inside.length === 0) return <p>{title}</p>;
  return (
    <details open>
      <summary className="font-medium">{title}</summary>
      <div className="mt-1 space-y-2">
        {problem && <p className="text-sm text-attention">{problem}</p>}
        {packages.map((one) => (
          <Package key={one.key} package={one} />
        ))}
        {lines.length > 0 && <Lines lines={lines} caption={`Lines of ${title}`} />}
        {inside.length > 0 && <Levels levels={inside} />}
      </div>
    </details>
  );
}

function Package({ package: { title, markings } }: { package: ShownPackage }) {
  return (
    <div className="text-sm">
      <div>Package: {title}</div>
      {markings.map(({ key, instructions, marks, numbers }) => (
        <div key={key} className="pl-3">
          <div className="text-ink-soft">
            {["Package identification", instructions && `: ${instructions}`, marks && `, marks ${marks}`]
              .filter(Boolean)
              .join("")}
          </div>
          {numbers.map(({ label, values }) => (
            <div key={`${label} ${values[0]}`} className="wrap-anywhere">
              {label}: <code>{values.join(", ")}</code>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
