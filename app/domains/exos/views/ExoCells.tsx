import { actionLinks } from "#app/confirm/model.ts";
import type { ExoCells } from "#app/domains/exos/columns.ts";
import type { ExoRow } from "#app/domains/exos/list.ts";
import { type ExoFilter, exoPath } from "#app/domains/exos/paths.ts";
import type { DisplayState } from "#app/domains/exos/state.ts";
import type { CellsOf } from "#app/lists/cells.tsx";
import type { StoreAlias } from "#app/stores/paths.ts";
import { classes } from "#app/ui/classes.ts";
import { StatusIcon } from "#app/ui/feedback/Status.tsx";
import { ActionMenu } from "#app/ui/lists/ActionMenu.tsx";
import { RowMore } from "#app/ui/lists/rows.tsx";
import { Age } from "#app/ui/text/DateTime.tsx";
import { ExoLink } from "./ExoLink.tsx";

/** The scope and filter of the list, which the links of a row carry on. */
type Place = { alias: StoreAlias; filter: ExoFilter };

/** Of two texts in a line the second is more important: the first is cut for it. */
const cutText = "cut:[max-width:100%] cut:flex-none cut:overflow-hidden cut:text-ellipsis cut:whitespace-pre";

const maxWordLength = 24;

/** Keeps words whole, unless one is too long: a column that may break anywhere is squeezed to a few letters. */
const breaking = (...texts: string[]): string | undefined =>
  texts.some((text) => text.split(/[\s-]/).some((word) => word.length > maxWordLength))
    ? undefined
    : "break-words";

/**
 * Status, stream and step, the step first; its description is its tooltip, and text for screen
 * readers (returns#columns).
 */
function StateText({ displayState: { label, stream, step, stepIs } }: { displayState: DisplayState }) {
  return (
    <div className={classes("facts two-lines", breaking(label, stream, step))}>
      <div className="fact-keep font-medium">{label}</div>
      {(stream || step) && (
        <div
          className="second-line text-sm cut:flex text-ink-soft"
          title={[[stream, step].filter(Boolean).join(" · "), stepIs].filter(Boolean).join(": ")}
        >
          {stream && <span className={step && `${cutText} cut:shrink`}>{stream}</span>}
          {step && (
            <span className={cutText}>
              {stream && " · "}
              {step}
            </span>
          )}
          {stepIs && <span className="sr-only">: {stepIs}</span>}
        </div>
      )}
    </div>
  );
}

function When({ when: { updatedAt, createdAt } }: { when: ExoCells["at"] }) {
  return (
    <div className="facts two-lines">
      <div>
        <Age at={updatedAt} />
      </div>
      <div className="second-line text-sm text-ink-soft">
        <span className="sr-only">Created </span>
        <Age at={createdAt} />
      </div>
    </div>
  );
}

/** An email address preferably breaks at its @. */
function Email({ email }: { email: string }) {
  const [name = "", ...rest] = email.split("@");
  if (rest.length === 0) return <>{name || "–"}</>;
  return (
    <div className={classes("two-lines text-sm", breaking(name, ...rest))}>
      {name}@<wbr />
      {rest.join("@")}
    </div>
  );
}

/** The cells (returns#columns). */
export const exoCells = ({ alias, filter }: Place): CellsOf<ExoCells, ExoRow> => ({
  icon: ({ tone, label, icon }) => <StatusIcon tone={tone} label={label} icon={icon} />,
  name: (name, { id }) => (
    <div className="facts !flex-nowrap">
      <RowMore of={name} />
      <ExoLink href={exoPath(alias, filter, { id })} name={name} />
    </div>
  ),
  status: (displayState) => <StateText displayState={displayState} />,
  source: ({ store, storeType }) => (
    <div className={classes("facts two-lines", breaking(store, storeType))}>
      <div>{store || "–"}</div>
      <div className="second-line text-sm text-ink-soft">{storeType}</div>
    </div>
  ),
  order: ({ orderId, raNumber }) => (
    <div className={classes("facts two-lines", breaking(orderId, raNumber))}>
      <div className="fact-keep">{orderId || "–"}</div>
      {/* That there is none is no news while one looks through the rows. */}
      <div className={classes("second-line text-sm text-ink-soft", raNumber === "N/A" && "cut:opacity-0")}>
        {raNumber}
      </div>
    </div>
  ),
  email: (email) => <Email email={email} />,
  at: (when) => <When when={when} />,
  actions: (offered, { id, name, cells }) => {
    const [first, ...others] = actionLinks(exoPath(alias, filter, { id }), offered);
    const isQuiet = cells.status?.tone !== "attention";
    return <ActionMenu label={`Actions for ${name}`} primary={first} items={others} isQuiet={isQuiet} />;
  },
});
