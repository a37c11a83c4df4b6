import type { RowMark } from "#app/notes/notes.ts";
import { Icon } from "#app/ui/Icon.tsx";

/** Who has a row's record, whether it is handled, and how many notes there are (notes#rows). */
export function NoteMarks({ mark: { takenBy, notes, isHandled } }: { mark: RowMark }) {
  return (
    <div className="note-marks">
      {takenBy !== undefined && (
        <span title={`${takenBy} has it`}>
          <Icon name="user" /> {takenBy} has it
        </span>
      )}
      {isHandled && (
        <span title="Handled">
          <Icon name="check" /> Handled
        </span>
      )}
      {notes > 0 && (
        <span title={notes === 1 ? "1 note" : `${notes} notes`}>
          <Icon name="note" /> {notes}
          <span className="sr-only">{notes === 1 ? " note" : " notes"}</span>
        </span>
      )}
    </div>
  );
}
