import { RowLink } from "#app/ui/lists/rows.tsx";

const maxNameLength = 24;

/** The link of a row to its EXO; a name that is none of the usual takes lines of its own. */
export const ExoLink = ({ href, name }: { href: string; name: string }) => (
  <RowLink href={href} className={name.length <= maxNameLength ? "fact-keep" : "break-all whitespace-normal"}>
    {name}
  </RowLink>
);
