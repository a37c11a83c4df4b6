import { RowLink } from "#app/ui/lists/rows.tsx";

const maxNameLength = 24;

/** The link of a row to its EXO; an unusual name may wrap. */
export const ExoLink = ({ href, name }: { href: string; name: string }) => (
  <RowLink href={href} className={name.length <= maxNameLength ? "fact-keep" : "break-all whitespace-normal"}>
    {name}
  </RowLink>
);
