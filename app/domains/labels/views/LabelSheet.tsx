import "./labels.css";
import type { Sheet, SheetLabel } from "#app/domains/labels/sheet.ts";
import { Button } from "#app/ui/Button.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { EmptyState } from "#app/ui/lists/EmptyState.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import { plural } from "#app/values/show.ts";

const font = "Arial, Helvetica, Liberation Sans, sans-serif";

/** Labels at their true size for an office printer; what is beside them is not printed. */
export function LabelSheet({
  sheet,
  missing,
  backHref,
}: {
  sheet: Sheet;
  missing: string[];
  backHref: string;
}) {
  const count = sheet.labels.reduce((sum, { copies }) => sum + copies, 0);
  const size = { width: `${sheet.media.widthMm}mm`, height: `${sheet.media.heightMm}mm` };
  return (
    <div className="label-sheet">
      <Page
        title="Printable sheet"
        subtitle={`${plural(count, "label", "labels")} of ${sheet.media.widthMm} × ${sheet.media.heightMm} mm. Print at 100 %, without fitting to the page.`}
        actions={
          <>
            <Button variant="primary" className="with-scripting" onClick={() => window.print()}>
              Print
            </Button>
            <LinkButton href={backHref}>Back to Print Label</LinkButton>
          </>
        }
      >
        {sheet.notices.length > 0 && <Notice tone="attention">{sheet.notices.join(" ")}</Notice>}
        {count === 0 && <EmptyState title={missing.join(" ")} />}
        <svg className="sheet-kinds" aria-hidden="true" width="0" height="0">
          {sheet.labels.map((label) => (
            <Kind key={label.key} label={label} sheet={sheet} />
          ))}
        </svg>
        <ul className="sheet-labels">
          {sheet.labels.flatMap((label) =>
            copiesOf(label).map((key) => (
              <li key={key}>
                <svg {...size} role="img" aria-label={label.text}>
                  <use href={`#${label.key}`} />
                </svg>
              </li>
            )),
          )}
        </ul>
      </Page>
    </div>
  );
}

const copiesOf = ({ key, copies }: SheetLabel): string[] =>
  Array.from({ length: copies }, (_, copy) => `${key}-${copy}`);

function Kind({ label, sheet: { media } }: { label: SheetLabel; sheet: Sheet }) {
  const { bars, price } = label;
  return (
    <symbol id={label.key} viewBox={`0 0 ${media.widthMm} ${media.heightMm}`}>
      {label.lines.map(({ text, y, size, strong }) => (
        <text key={y} x={2} y={y} fontFamily={font} fontSize={size} fontWeight={strong ? 700 : 400}>
          {text}
        </text>
      ))}
      {bars && (
        <>
          <path
            d={bars.path}
            transform={`translate(${bars.x} ${bars.y}) scale(${bars.width / bars.modules} ${bars.height})`}
          />
          <text
            x={media.widthMm / 2}
            y={bars.y + bars.height + 2.6}
            fontFamily={font}
            fontSize={2.6}
            textAnchor="middle"
          >
            {bars.digits}
          </text>
        </>
      )}
      <text
        x={price.centred ? media.widthMm / 2 : media.widthMm - 2}
        y={price.y}
        fontFamily={font}
        fontSize={price.size}
        fontWeight={700}
        textAnchor={price.centred ? "middle" : "end"}
      >
        {price.text}
      </text>
    </symbol>
  );
}
