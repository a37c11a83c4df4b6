/** A link of a menu of actions; one that does what cannot be taken back is red. */
export type ActionItem = { label: string; href: string; danger?: true };

/** The actions of a row, in order; a closed menu holds its links out of sight. */
export const actionsOfRow = (row: Element): ActionItem[] =>
  [...row.querySelectorAll<HTMLAnchorElement>(".split > a, .split > [hidden] > a, .split details a")].map(
    (link) => ({ label: link.textContent ?? "", href: link.pathname + link.search }),
  );
