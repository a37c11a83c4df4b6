import { Spinner } from "#app/ui/feedback/Spinner.tsx";
import type { ListPlace } from "./useListPlace.ts";

/**
 * The panel while its document is read (screens#panel-loading). It takes no focus: the real one does, once it is there.
 */
export function Opening({
  place: { currentId, next },
  title,
  words,
  isPath,
}: {
  place: ListPlace;
  title: string;
  words: string;
  /** Whether a path leads to the panel. */
  isPath: (pathname: string) => boolean;
}) {
  if (currentId !== undefined || next === undefined || !isPath(next)) return null;
  return (
    <dialog open className="route-dialog wide-panel" aria-label={title}>
      <div className="dialog-body">
        <div className="dialog-head">
          <h2>{title}</h2>
        </div>
        <div className="dialog-content flex flex-col items-center justify-center text-center">
          <Spinner label="" />
          <p role="status">
            {words}
            <br />
            Just a moment!
          </p>
        </div>
      </div>
    </dialog>
  );
}
