const words = "The image could not be loaded";
const isPicture = (target: EventTarget | null): target is HTMLImageElement =>
  target instanceof HTMLImageElement && target.classList.contains("product-image");

function mark(picture: HTMLImageElement): void {
  if (picture.classList.contains("no-picture")) return;
  picture.classList.add("no-picture");
  picture.title = words;
  picture.alt = `${picture.alt} (${words.toLowerCase()})`;
}

/**
 * Gives product pictures that do not load the placeholder's look, and says so in their text: those there now and those
 * to come. Returns the undo function.
 */
export function markBrokenPictures(): () => void {
  function onError({ target }: Event) {
    if (isPicture(target)) mark(target);
  }
  function onLoad({ target }: Event) {
    if (!isPicture(target)) return;
    target.classList.remove("no-picture");
    target.removeAttribute("title");
  }
  // A picture that failed before this ran has fired its error event to nobody.
  for (const picture of document.querySelectorAll<HTMLImageElement>("img.product-image")) {
    if (picture.complete && picture.naturalWidth === 0) mark(picture);
  }
  window.addEventListener("error", onError, true);
  window.addEventListener("load", onLoad, true);
  return () => {
    window.removeEventListener("error", onError, true);
    window.removeEventListener("load", onLoad, true);
  };
}
