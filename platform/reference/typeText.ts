import type { Schema } from "./openapi.ts";

type Part = Schema | boolean | undefined;

const indent = "  ";

const isSimple = (text: string) => !/[\s|&]/.test(text);

const union = (parts: readonly Part[], joint: " | " | " & ", depth: number): string =>
  [...new Set(parts.map((part) => textOf(part, depth)))].join(joint);

const fieldName = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

function objectText({ properties = {}, required = [], additionalProperties }: Schema, depth: number): string {
  const room = indent.repeat(depth + 1);
  const lines = Object.entries(properties).map(
    ([name, part]) =>
      `${room}${fieldName(name)}${required.includes(name) ? "" : "?"}: ${textOf(part, depth + 1)}`,
  );
  const others = typeof additionalProperties === "object" ? textOf(additionalProperties, depth + 1) : "any";
  if (others !== "any") lines.push(`${room}[name]: ${others}`);
  return lines.length === 0 ? "object" : `{\n${lines.join("\n")}\n${indent.repeat(depth)}}`;
}

function arrayText({ items }: Schema, depth: number): string {
  const element = Array.isArray(items) ? union(items, " | ", depth) : textOf(items, depth);
  const isOne =
    isSimple(element) || (typeof items === "object" && "type" in items && items.type === "object");
  return isOne ? `${element}[]` : `(${element})[]`;
}

const bounds = ({ minimum, maximum, maxLength, format, pattern }: Schema): string => {
  const said = [
    ...(format ? [format] : []),
    ...(pattern && !format ? [pattern] : []),
    ...(minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? [`from ${minimum}`] : []),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? [`to ${maximum}`] : []),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
  ];
  return said.length > 0 ? ` (${said.join(", ")})` : "";
};

function textOf(part: Part, depth: number): string {
  if (typeof part !== "object") return "any";
  if (part.$ref) return part.$ref.split("/").at(-1) ?? part.$ref;
  if (part.const !== undefined) return JSON.stringify(part.const);
  if (part.enum) return part.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (part.anyOf ?? part.oneOf) return union(part.anyOf ?? part.oneOf ?? [], " | ", depth);
  if (part.allOf) return union(part.allOf, " & ", depth);
  if (Array.isArray(part.type))
    return union(
      part.type.map((type: Schema["type"]) => ({ ...part, type })),
      " | ",
      depth,
    );
  if (part.type === "array") return arrayText(part, depth);
  if (part.type === "object") return objectText(part, depth);
  return part.type ? `${part.type}${bounds(part)}` : "any";
}

/** A JSON schema as a readable type: one field per line, with `?` if optional. */
export const typeText = (schema: Schema): string => textOf(schema, 0);
