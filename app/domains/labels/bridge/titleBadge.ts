import { queueSummary } from "./help.ts";
import { isOpen } from "./queue.ts";
import type { QueueView } from "./types.ts";
import "./views/bridge.css";

/** What a page elsewhere in the portal says of the labels on their way; undefined where there is nothing to say. */
export function awayText({
  entries,
  isRunning,
  paused,
}: QueueView): { words: string; isTrouble: boolean } | undefined {
  const isTrouble =
    paused !== undefined || entries.some((entry) => isOpen(entry) || entry.hold !== undefined);
  if (!isRunning && !isTrouble) return undefined;
  return {
    words: paused === undefined ? queueSummary(entries) : `${queueSummary(entries)} ${paused}`,
    isTrouble,
  };
}

/**
 * Shows how the labels are doing while a person looks at another page of the portal, and leads back (labels#away). It is
 * put into the document from here, so that no page that doesn't print pays for it.
 */
export function createTitleBadge(page: Document) {
  let place = "";
  let home = "";
  let shown: { place: HTMLElement; link: HTMLAnchorElement } | undefined;
  return {
    /** The page that prints is here, and shows its labels itself. */
    here() {
      place = page.location.pathname;
    },
    /** Shows the queue, or nothing where `isHere`. */
    show(queue: QueueView, isHere: boolean) {
      // Its address changes with what is typed; on the way to another page it is that page's.
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
      // Only what went wrong is announced: a hundred announcements would drown it.
      if (said.isTrouble) around.setAttribute("role", "alert");
      else around.removeAttribute("role");
      const text = `Print Label: ${said.words}`;
      if (link.textContent !== text) link.textContent = text;
    },
  };
}
