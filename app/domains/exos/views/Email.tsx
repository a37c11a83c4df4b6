import { classes } from "#app/core/ui/classes.ts";
import { breakingLongWords } from "#app/core/ui/text/words.ts";

/** Longer names of an email address may break. */
const maxName = 16;

/** A longer word is unusual, and may break. */
const maxWholeWord = 24;

/** An email address breaks at its @, if anywhere; any other text is shown as it is. */
export function Email({ email }: { email: string }) {
  const [name = "", ...rest] = email.split("@");
  if (rest.length === 0)
    return (
      <span className={classes("folded:line-clamp-2", breakingLongWords(name, maxWholeWord))}>
        {name || "–"}
      </span>
    );
  const address = rest.join("@");
  return (
    <div
      className={classes(
        "two-lines text-xs",
        name.length > maxName && "folded:line-clamp-2",
        breakingLongWords(`${name} ${address.replaceAll("-", " ")}`, maxWholeWord),
      )}
    >
      {name}@<wbr />
      {address}
    </div>
  );
}
