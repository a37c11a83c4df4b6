/** The object without its undefined fields, so that they are not sent to a browser. */
export function compact<Fields extends object>(fields: Fields): Fields {
  const held = { ...fields };
  for (const name in held) if (held[name] === undefined) delete held[name];
  return held;
}
