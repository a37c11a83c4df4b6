import { actionLinks } from "#app/core/commands/model.ts";
import type { CellsOf } from "#app/core/lists/cells.tsx";
import type { StoreAlias } from "#app/core/stores/paths.ts";
import { classes } from "#app/core/ui/classes.ts";
import { StatusIcon } from "#app/core/ui/feedback/Status.tsx";
import { ActionMenu } from "#app/core/ui/lists/ActionMenu.tsx";
import { RowLink } from "#app/core/ui/lists/rows.tsx";
import { Age, useShort } from "#app/core/ui/text/DateTime.tsx";
import { breakingLongWords } from "#app/core/ui/text/words.ts";
import type { ExoCells, ExoRow } from "#app/domains/exos/columns.ts";
import type { DisplayState } from "#app/domains/exos/model.ts";
import { type ExoFilter, exoPath } from "#app/domains/exos/paths.ts";
import { Email } from "./Email.tsx";

type Place = { alias: StoreAlias; filter: ExoFilter };

/** Longer ids are unusual: they are smaller, and have two lines until the row is expanded. */
const longId = 10;

/** Of two texts in a line the second is more important: the first is cut for it. */
const cutText = "cut:[max-width:100%] cut:flex-none cut:overflow-hidden cut:text-ellipsis cut:whitespace-pre";

/** A text may break after a hyphen, too. */
const breaking = (...texts: string[]) => breakingLongWords(texts.join(" ").replaceAll("-", " "), 24);

/** Status, stream and step, with its description as its tooltip, and text for screen readers (returns#columns). */
function StateText({ displayState: { tone, label, stream, step, stepIs } }: { displayState: DisplayState }) {
  return (
    <div className={classes("facts two-lines", breaking(label, stream, step))}>
      <div className="fact-keep">
        {/* Its icon is a column of its own. */}
        <span className={`badge tone-${tone}`}>{label}</span>
      </div>
      {(stream || step) && (
        <div
          className="second-line under cut:flex"
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

/** The second time only where it says something else. */
function When({ when: { updatedAt, createdAt } }: { when: ExoCells["at"] }) {
  const short = useShort();
  const isSame = updatedAt !== undefined && createdAt !== undefined && short(updatedAt) === short(createdAt);
  return (
    <div className="facts two-lines">
      <div>
        <Age at={updatedAt} />
      </div>
      <div className={classes("second-line under", isSame && "folded:sr-only")}>
        <span className="cut:sr-only">Created </span>
        <Age at={createdAt} />
      </div>
    </div>
  );
}

/** The cells (returns#columns). */
export const exoCells = ({ alias, filter }: Place): CellsOf<ExoCells, ExoRow> => ({
  icon: ({ tone, label, icon }) => <StatusIcon tone={tone} label={label} icon={icon} />,
  name: (name, { id }) => <RowLink href={exoPath(alias, filter, { id })}>{name}</RowLink>,
  status: (displayState) => <StateText displayState={displayState} />,
  source: ({ store, storeType }) => (
    <div className={classes("facts two-lines", breaking(store, storeType))}>
      <div className="fact-keep" title={storeType}>
        {store || "–"}
        <span className="sr-only"> {storeType}</span>
      </div>
      <div className="row-long under">{storeType}</div>
    </div>
  ),
  order: ({ orderId, raNumber }) => (
    <div className={classes("facts two-lines", breaking(orderId, raNumber))}>
      <div
        className={classes(
          "fact-keep",
          orderId.length > longId && "text-xs folded:line-clamp-2 folded:whitespace-normal",
        )}
      >
        {orderId || "–"}
      </div>
      <div className="second-line under">{raNumber}</div>
    </div>
  ),
  email: (email) => <Email email={email} />,
  at: (when) => <When when={when} />,
  actions: (offered, { id, name, cells }) => {
    const actions = actionLinks(exoPath(alias, filter, { id }), offered);
    const isQuiet = cells.status?.tone !== "attention";
    return <ActionMenu label={`Actions for ${name}`} actions={actions} isQuiet={isQuiet} />;
  },
});
