import { z } from "zod";

/** A customer's names in their orders and returns. */
export const personNames = z.object({
  emails: z.array(z.string()),
  names: z.array(z.string()),
  phones: z.array(z.string()),
  codes: z.array(z.string()),
});
export type PersonNames = z.output<typeof personNames>;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+");
/** A phone number with any separators between its digits. */
const phonePattern = (phone: string): string => [...phone.replace(/\D/g, "")].join("[\\s().-]*");

/**
 * Finds texts that name a person: by email address, full name, phone or customer code, as whole words,
 * case-insensitive. In the person's own records (`isTheirs`) each part of the name counts, too.
 */
export function personFinder({ emails, names, phones, codes }: PersonNames) {
  const parts = names.flatMap((name) => name.split(/\s+/)).filter((part) => part.length > 1);
  const patternOf = (texts: readonly string[]) => {
    const all = [
      ...texts.map(escaped),
      ...phones.filter((phone) => /\d{6}/.test(phone.replace(/\D/g, ""))).map(phonePattern),
    ];
    return all.length > 0
      ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${all.join("|")})(?![\\p{L}\\p{N}])`, "iu")
      : undefined;
  };
  // A single word may be anybody's name, or none at all.
  const anywhere = patternOf([...emails, ...codes, ...names.filter((name) => /\s/.test(name))]);
  const inTheirs = patternOf([...emails, ...codes, ...names, ...parts]);
  return (text: string, isTheirs = false): boolean => (isTheirs ? inTheirs : anywhere)?.test(text) ?? false;
}
