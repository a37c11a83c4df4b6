import type { RowMark } from "#app/notes/notes.ts";
import { Icon } from "#app/ui/Icon.tsx";

/** How many notes a row's record has, whether it is handled, and who has it (notes#rows). */
export function NoteMarks({ mark: { takenBy, notes, isHandled } }: { mark: RowMark }) {
  const words = notes === 1 ? "1 note" : `${notes} notes`;
  return (
    <div className="flex items-center gap-x-3 text-sm text-ink-soft cut:-mt-2 cut:ml-8 cut:h-3.5 cut:text-xs">
      {notes > 0 && (
        <span title={words} className="flex-none whitespace-nowrap">
          <Icon name="note" />
          <span aria-hidden="true"> {notes}</span>
          <span className="sr-only">{words}</span>
        </span>
      )}
      {isHandled && (
        <span className="flex-none whitespace-nowrap">
          <Icon name="check" /> Handled
        </span>
      )}
      {takenBy !== undefined && (
        <span className="min-w-0 truncate" title={`${takenBy} has it`}>
          <Icon name="user" /> {takenBy} has it
        </span>
      )}
    </div>
  );
}
