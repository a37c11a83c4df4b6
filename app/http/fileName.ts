/** A file name of letters, digits, dots and dashes, with the extension of its type. */
export function safeFileName(about: string, name: string, ending: string): string {
  const words = `${about} ${name}`
    .normalize("NFKD")
    .replace(new RegExp(`\\.${ending}$`, "i"), "")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 100);
  return `${words || "file"}.${ending}`;
}
