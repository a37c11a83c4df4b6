/** A link of an action menu; irreversible ones are red. */
export type ActionItem = { label: string; href: string; danger?: true };

/** The actions of a row, in order, including those in a closed menu. */
export const actionsOfRow = (row: Element): ActionItem[] =>
  [...row.querySelectorAll<HTMLAnchorElement>(".split > a, .split > [hidden] > a, .split details a")].map(
    (link) => ({ label: link.textContent ?? "", href: link.pathname + link.search }),
  );
