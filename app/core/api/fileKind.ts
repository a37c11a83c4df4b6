/** A file type that no browser executes. */
export type FileKind = { type: string; ending: string };

/** Number of leading bytes that identify a file. */
const tellingBytes = 512;

type Mark = readonly [offset: number, text: string];

const kinds: readonly (FileKind & { marks: readonly (readonly Mark[])[] })[] = [
  { type: "application/pdf", ending: "pdf", marks: [[[0, "%PDF-"]]] },
  { type: "image/png", ending: "png", marks: [[[0, "\x89PNG\r\n\x1a\n"]]] },
  { type: "image/jpeg", ending: "jpg", marks: [[[0, "\xff\xd8\xff"]]] },
  { type: "image/gif", ending: "gif", marks: [[[0, "GIF87a"]], [[0, "GIF89a"]]] },
  {
    type: "image/webp",
    ending: "webp",
    marks: [
      [
        [0, "RIFF"],
        [8, "WEBP"],
      ],
    ],
  },
];

const beginningOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(0, tellingBytes)).toString("latin1");

/** The picture or document type with this signature; undefined for everything else. */
export function kindByBytes(bytes: Uint8Array): FileKind | undefined {
  const beginning = beginningOf(bytes);
  const found = kinds.find(({ marks }) =>
    marks.some((all) => all.every(([offset, text]) => beginning.startsWith(text, offset))),
  );
  return found && { type: found.type, ending: found.ending };
}

const byteOrderMarks = ["\xef\xbb\xbf", "\xff\xfe", "\xfe\xff"];

/** Whether these first bytes are HTML, SVG or other XML, in UTF-8 or UTF-16, whatever the file's name. */
export function isMarkup(bytes: Uint8Array): boolean {
  const beginning = beginningOf(bytes);
  const mark = byteOrderMarks.find((one) => beginning.startsWith(one)) ?? "";
  return beginning.slice(mark.length).replaceAll("\0", "").trimStart().startsWith("<");
}

/** Pictures and documents of the kinds that carriers and customers send, by media type. */
export const picturesAndPaper: ReadonlyMap<string, string> = new Map(
  kinds.map(({ type, ending }) => [type, ending]),
);
