import type { HeadWay } from "#app/domains/exos/references.ts";
import { OutsideWay } from "#app/ui/OutsideWay.tsx";
import { FileLink } from "./FileLink.tsx";

/** Label, slip and track of a return, before everything else that its panel shows (returns#head-ways). */
export function HeadWays({ ways }: { ways: readonly HeadWay[] }) {
  if (ways.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2" aria-label="Label, slip and tracking">
      {ways.map(({ label, title, file, href, refused }) => (
        <li key={label}>
          {file ? (
            <FileLink key={file.href} file={file} word={label} />
          ) : (
            <OutsideWay label={label} about={title} href={href} refused={refused} />
          )}
        </li>
      ))}
    </ul>
  );
}
