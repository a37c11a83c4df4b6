const lineBreak = [0x0d, 0x0a];

/**
 * An interchange as partners' mainframes want it: broken after each `width` bytes, and at its end (edi#wrapped); as it
 * is where the width is 0.
 */
export function wrapped(content: Uint8Array, width: number): Uint8Array {
  if (width === 0) return content;
  const lines = Math.ceil(content.length / width);
  const bytes = new Uint8Array(content.length + lines * lineBreak.length);
  for (let line = 0; line < lines; line += 1) {
    const text = content.subarray(line * width, (line + 1) * width);
    const start = line * (width + lineBreak.length);
    bytes.set(text, start);
    bytes.set(lineBreak, start + text.length);
  }
  return bytes;
}
