/** A field's data as ZPL's writer escapes it: no command's sign, no control character. */
const zplData = String.raw`(?:[^\^~_\\\p{Cc}]|_(?:5E|5F|7E|5C))*`;
const zplField = String.raw`\^FH_\^FD${zplData}\^FS`;
const zplText = String.raw`\^FO\d+,\d+\^A0N,\d+,\d+(?:\^FB\d+,1,0,[LCR])?${zplField}`;
const zplBars = String.raw`\^FO\d+,\d+\^BY\d+(?:\^BEN,\d+,Y,N\^FD\d{12}\^FS|\^BCN,\d+,Y,N,N${zplField})`;
const zplStrike = String.raw`\^FO\d+,\d+\^GB\d+,\d+,\d+\^FS`;

/** One label as `writeZpl` writes it, from its first sign to its last. */
const zpl = new RegExp(
  String.raw`^(?:~SD\d\d\n)?\^XA\^CI28\^MN[NY]\^PW\d+\^LL\d+\^LH0,0(?:\^PR\d{1,2})?(?:\^LT-?\d{1,3})?(?:\^PO[NI])?\n(?:(?:${zplText}|${zplBars}|${zplStrike})\n)*\^PQ\d{1,4},0,1,Y\^XZ\n$`,
  "u",
);

const eplData = String.raw`"(?:[^"\\\x00-\x1f\x7f]|\\["\\])*"`;
const eplText = String.raw`A\d+,\d+,0,\d,\d,\d,N,${eplData}`;
const eplBars = String.raw`B\d+,\d+,0,(?:E30|1),\d+,\d+,\d+,B,${eplData}`;

/** One label as `writeEpl` writes it. */
const epl = new RegExp(
  String.raw`^\nN\nI8,A,001\nq\d+\nQ\d+,\d+\n(?:D\d{1,2}\n)?(?:S\d\n)?(?:Z[TB]\n)?(?:(?:${eplText}|${eplBars}|LO\d+,\d+,\d+,\d+)\n)*P\d{1,4}\n$`,
);

/** The bytes as UTF-8, or undefined where they are not. */
function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (problem) {
    if (problem instanceof TypeError) return undefined;
    throw problem;
  }
}

/**
 * Whether these bytes are one label in the portal's own commands, and nothing else: a printer takes other commands too,
 * that replace its software or send on what it prints (labels#signed).
 */
export function isOwnLabel(bytes: Uint8Array): boolean {
  const text = utf8Of(bytes);
  if (text !== undefined && zpl.test(text)) return true;
  return epl.test(Buffer.from(bytes).toString("latin1"));
}
