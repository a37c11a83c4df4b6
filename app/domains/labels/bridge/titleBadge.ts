import { needsLook } from "../labelStates.ts";
import { queueSummary } from "./help.ts";
import type { QueueView } from "./types.ts";

/** Print progress for other pages of the portal; undefined when there is nothing to show. */
export function awayText({
  entries,
  isRunning,
  paused,
}: QueueView): { words: string; isTrouble: boolean } | undefined {
  const isTrouble =
    paused !== undefined || entries.some((entry) => needsLook(entry) || entry.hold !== undefined);
  if (!isRunning && !isTrouble) return undefined;
  return {
    words: paused === undefined ? queueSummary(entries) : `${queueSummary(entries)} ${paused}`,
    isTrouble,
  };
}

/**
 * Shows print progress on other pages of the portal with a link back (labels#away). Inserted into
 * the document from here, so that pages that never print don't load it.
 */
export function createTitleBadge(page: Document) {
  let place = "";
  let home = "";
  let shown: { place: HTMLElement; link: HTMLAnchorElement } | undefined;
  return {
    /** The current page is the printing page and shows its labels itself. */
    here() {
      place = page.location.pathname;
    },
    /** Shows the queue, or nothing if `isHere`. */
    show(queue: QueueView, isHere: boolean) {
      // The address changes as the person types; while navigating it already belongs to the next page.
      const { pathname, search } = page.location;
      if (isHere && pathname === place) home = pathname + search;
      const said = isHere ? undefined : awayText(queue);
      if (!said) {
        shown?.place.remove();
        shown = undefined;
        return;
      }
      if (!shown) {
        shown = { place: page.createElement("div"), link: page.createElement("a") };
        shown.place.append(shown.link);
        page.body.append(shown.place);
      }
      const { place: around, link } = shown;
      link.href = home;
      around.className = `print-away tone-${said.isTrouble ? "attention" : "background"}`;
      // Only errors are announced: a hundred announcements would drown them.
      if (said.isTrouble) around.setAttribute("role", "alert");
      else around.removeAttribute("role");
      const text = `Print Label: ${said.words}`;
      if (link.textContent !== text) link.textContent = text;
    },
  };
}
