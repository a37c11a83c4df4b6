/**
 * Says what a script is doing. A terminal has one line, which is rewritten each second with the time that has
 * passed; elsewhere each part of the work gets a line as it begins.
 * @param {{ write(text: string): unknown, isTTY?: boolean, columns?: number }} stream
 */
export function createProgress(stream = process.stdout) {
  const began = Date.now();
  /** The words of each part, and how far it is. */
  const parts = new Map();
  const draw = () => {
    const words = [...parts].map(([part, howFar]) => part + (howFar && `: ${howFar}`)).join(" · ");
    const seconds = Math.round((Date.now() - began) / 1000);
    stream.write(`\r\x1b[2K${words} … ${seconds} s`.slice(0, (stream.columns ?? 80) + 4));
  };
  const timer = stream.isTTY ? setInterval(() => parts.size > 0 && draw(), 1000).unref() : undefined;
  return {
    /** A part has begun, or is so far. */
    show(part, howFar = "") {
      if (!stream.isTTY && !parts.has(part)) stream.write(`${part} …\n`);
      parts.set(part, howFar);
      if (stream.isTTY) draw();
    },
    finish(part) {
      parts.delete(part);
      if (stream.isTTY && parts.size > 0) draw();
    },
    /** Clears the line for what is printed next. */
    end() {
      clearInterval(timer);
      if (stream.isTTY) stream.write("\r\x1b[2K");
    },
  };
}
