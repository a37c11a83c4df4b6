import "./sheet.css";
import { Form } from "@remix-run/react";
import type { Sheet, SheetLabel } from "#app/domains/labels/sheet.ts";
import {
  a4,
  type Stock,
  type StockPage,
  stockNames,
  stockPages,
  stocks,
  stockText,
} from "#app/domains/labels/stock.ts";
import { Button, LinkButton } from "#app/ui/Button.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { SelectField, TextField } from "#app/ui/fields/fields.tsx";
import { EmptyState } from "#app/ui/lists/EmptyList.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import { plural } from "#app/values/values.ts";
import { Hidden, PrintedForm } from "./forms.tsx";

const font = "Arial, Helvetica, Liberation Sans, sans-serif";

/** The paper of the sheet, from the URL. */
export type SheetChoice = {
  action: string;
  /** Names of its own fields; their module is larger than this page. */
  names: { stock: string; start: string };
  /** All other fields of the URL. */
  fields: readonly (readonly [string, string])[];
  stock: string;
  start: number | undefined;
};

type Props = {
  sheet: Sheet;
  here: string;
  /** The report that its labels were printed; undefined if none is of a product. */
  printed: { labels: string; token: string; lines: string } | undefined;
  /** The stock and the first place to use; undefined for paper to cut. */
  stocked: { stock: Stock; start: number; problem?: string } | undefined;
  choice: SheetChoice;
  missing: string[];
  backHref: string;
};

/** Labels at their true size for an office printer; everything else is hidden in print. */
export function LabelSheet({ sheet, here, printed, stocked, choice, missing, backHref }: Props) {
  const count = sheet.labels.reduce((sum, { copies }) => sum + copies, 0);
  const size = { width: `${sheet.media.widthMm}mm`, height: `${sheet.media.heightMm}mm` };
  const pages = stocked ? stockPages(sheet.labels, stocked.stock, stocked.start) : [];
  const sheets = stocked ? ` on ${plural(pages.length, "sheet", "sheets")}` : "";
  return (
    <div className={stocked ? "label-sheet on-stock" : "label-sheet"}>
      <Page
        title="Printable sheet"
        subtitle={`${plural(count, "label", "labels")} of ${sheet.media.widthMm} × ${sheet.media.heightMm} mm${sheets}. Print at 100 %, without fitting to the page.`}
        actions={
          <>
            <Button variant="primary" className="with-scripting" onClick={() => window.print()}>
              Print
            </Button>
            {printed && <PrintedForm action={here} fields={printed} />}
            <LinkButton href={backHref}>Back to Print Label</LinkButton>
          </>
        }
      >
        <StockForm choice={choice} problem={stocked?.problem} />
        {[...(count > 0 ? missing : []), ...sheet.notices].map((notice) => (
          <Notice key={notice} tone="attention">
            {notice}
          </Notice>
        ))}
        {count === 0 && <EmptyState title={missing.join(" ")} />}
        <svg className="absolute" aria-hidden="true" width="0" height="0">
          {sheet.labels.map((label) => (
            <Kind key={label.key} label={label} sheet={sheet} />
          ))}
        </svg>
        {stocked ? (
          pages.map((page) => <StockSheet key={page.number} page={page} stock={stocked.stock} />)
        ) : (
          <ul className="sheet-labels flex flex-wrap gap-[3mm] bg-white">
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
        )}
      </Page>
    </div>
  );
}

const stockOptions = [
  { value: "", label: "Paper to cut, labels of the printer's size" },
  ...stockNames.map((name) => ({ value: name, label: stockText(stocks[name]) })),
];

/** The stock in the office printer, and its first unused label. */
function StockForm({ choice, problem }: { choice: SheetChoice; problem: string | undefined }) {
  const { action, names, fields, stock, start } = choice;
  return (
    <Form
      key={`${stock} ${start}`}
      method="get"
      action={action}
      className="flex flex-wrap items-start gap-3 pb-3 print:hidden [&>.btn]:mt-6"
    >
      <Hidden fields={fields} />
      <SelectField label="Printed on" name={names.stock} options={stockOptions} defaultValue={stock} />
      <TextField
        label="Start at label"
        name={names.start}
        inputMode="numeric"
        maxLength={3}
        defaultValue={start ?? ""}
        help="Counted along the rows; of a whole sheet 1."
        {...(problem === undefined ? {} : { errors: [problem] })}
      />
      <Button type="submit">Show it</Button>
    </Form>
  );
}

/** One sheet of stock: accurate to a tenth of a millimetre in print, scaled to the width of a screen. */
function StockSheet({ page: { number, places }, stock }: { page: StockPage; stock: Stock }) {
  const size = { width: stock.widthMm, height: stock.heightMm };
  return (
    <svg className="stock-sheet" viewBox={`0 0 ${a4.widthMm} ${paperMm}`}>
      <title>{`Sheet ${number}`}</title>
      {places.map(({ key, x, y, label }) => (
        <g key={key}>
          <rect className="stock-place" data-used={label ? undefined : ""} x={x} y={y} {...size} rx={1} />
          {label && (
            <svg x={x} y={y} {...size} role="img" aria-label={label.text}>
              <use href={`#${label.key}`} />
            </svg>
          )}
        </g>
      ))}
    </svg>
  );
}

// At full paper height, rounding would start an extra page.
const paperMm = a4.heightMm - 0.5;

const copiesOf = ({ key, copies }: SheetLabel): string[] =>
  Array.from({ length: copies }, (_, copy) => `${key}-${copy}`);

function Kind({ label, sheet: { media } }: { label: SheetLabel; sheet: Sheet }) {
  const { bars, price, was } = label;
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
      {was && (
        <text
          x={was.x}
          y={was.y}
          fontFamily={font}
          fontSize={was.size}
          textAnchor={price.centred ? "middle" : "end"}
        >
          Was <tspan textDecoration="line-through">{was.amount}</tspan>
        </text>
      )}
    </symbol>
  );
}
