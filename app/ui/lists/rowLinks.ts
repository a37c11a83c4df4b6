/** The rows of the page's list, by the links that open them; not those of a table within a panel. */
export const rowLinks = (): HTMLAnchorElement[] =>
  [...document.querySelectorAll<HTMLAnchorElement>("main tbody a[data-row]")].filter(
    (link) => link.closest("dialog") === null,
  );
