/**
 * The encodings of the character sets of data element 0001, by the names of TextDecoder. UNOA and UNOB are subsets of
 * ASCII. UNOX, code extension by escape sequences, is read (`decode.ts`) and not written.
 */
const encodings: Readonly<Record<string, string>> = {
  UNOA: "ascii",
  UNOB: "ascii",
  UNOC: "iso-8859-1",
  UNOD: "iso-8859-2",
  UNOE: "iso-8859-5",
  UNOF: "iso-8859-7",
  UNOG: "iso-8859-3",
  UNOH: "iso-8859-4",
  UNOI: "iso-8859-6",
  UNOJ: "iso-8859-8",
  UNOK: "iso-8859-9",
  UNOL: "iso-8859-15",
  UNOW: "utf-8",
  UNOY: "utf-8",
};

/** The encoding of a syntax identifier (0001), or undefined for an unknown or unsupported one. */
export const encodingOf = (syntaxIdentifier: string): string | undefined =>
  Object.hasOwn(encodings, syntaxIdentifier) ? encodings[syntaxIdentifier] : undefined;

/** Code extension by escape sequences (UNOX), in the one profile that decoders know. */
export const iso2022 = "iso-2022-jp";

const levelA = /^[A-Z0-9 .,\-()/='+:?!"%&*;<>]$/;

/** A test of single characters (code points) against the repertoire of a syntax identifier. */
export function repertoireOf(syntaxIdentifier: string): (character: string) => boolean {
  if (syntaxIdentifier === "UNOA") return (character) => levelA.test(character);
  const encoding = encodingOf(syntaxIdentifier);
  if (encoding === "utf-8") return (character) => !isControl(character) && !isLoneSurrogate(character);
  const bytes = byteOf(encoding ?? "ascii");
  return (character) => bytes.has(character) && !isControl(character);
}

const isControl = (character: string) => /^\p{Cc}$/u.test(character);
const isLoneSurrogate = (character: string) => /^\p{Cs}$/u.test(character);

const tables = new Map<string, ReadonlyMap<string, number>>();

/** The byte of each character of a single-byte encoding. */
function byteOf(encoding: string): ReadonlyMap<string, number> {
  const cached = tables.get(encoding);
  if (cached) return cached;
  const table = new Map<string, number>();
  // 8859-1 maps each byte to itself: a decoder with that label produces the characters of windows-1252.
  const decoder = encoding === "ascii" || encoding === "iso-8859-1" ? undefined : new TextDecoder(encoding);
  const last = encoding === "ascii" ? 0x7f : 0xff;
  for (let byte = 0; byte <= last; byte += 1) {
    const character =
      byte < 0x80 || !decoder ? String.fromCharCode(byte) : decoder.decode(Uint8Array.of(byte));
    if (character !== "\ufffd") table.set(character, byte);
  }
  tables.set(encoding, table);
  return table;
}

/**
 * Bytes of a text in the character set of a syntax identifier. A character that the set lacks becomes '-': replace such
 * characters before, with `repertoireOf`, where it matters which.
 */
export function encode(text: string, syntaxIdentifier: string): Uint8Array {
  const encoding = encodingOf(syntaxIdentifier) ?? "ascii";
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  const table = byteOf(encoding);
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (const character of text) {
    bytes[length] = table.get(character) ?? 0x2d;
    length += 1;
  }
  return bytes.subarray(0, length);
}
