import { displayAsTree } from "#app/core/specification/screens.ts";
import { LinkButton, ToggleLink } from "../Button.tsx";
import { TextArea } from "../fields/fields.tsx";
import { RawData } from "./RawData.tsx";

/** The content of a `DocumentPane`: `text` is JSON, of the whole document or of the shown part of a very long one. */
export type DocumentView = { asTree: boolean; text: string; isCut: boolean; downloadHref: string };

/** Documents up to this many characters are shown completely. */
const wholeUpTo = 100_000;
const shownEntries = 100;
const maxTextLength = 200_000;
/** Maximum characters per text of a longer document. */
const shownCharacters = 2000;

function cutShort(value: unknown): unknown {
  if (Array.isArray(value)) {
    const entries = value.slice(0, shownEntries).map(cutShort);
    const left = value.length - entries.length;
    return left > 0 ? [...entries, `… and ${left} more`] : entries;
  }
  if (typeof value === "string" && value.length > shownCharacters) {
    return `${value.slice(0, shownCharacters)}… and ${value.length - shownCharacters} more characters`;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cutShort(inner)]));
}

/** The document as sent, as a tree or as text; in a very long one lists and texts are cut. */
export function toDocumentView(raw: unknown, asText: boolean, downloadHref: string): DocumentView {
  const whole = JSON.stringify(raw) ?? "null";
  const isCut = whole.length > wholeUpTo;
  const cutRaw = isCut ? cutShort(raw) : raw;
  const text = asText ? JSON.stringify(cutRaw, null, 2) : isCut ? JSON.stringify(cutRaw) : whole;
  const isTooLong = asText && text.length > maxTextLength;
  return {
    asTree: !asText,
    text: isTooLong ? `${text.slice(0, maxTextLength)}\n…` : text,
    isCut: isCut || isTooLong,
    downloadHref,
  };
}

/** A document as the server sent it: a tree whose root is `label`, or read-only text (screens#document). */
export function DocumentPane({
  label,
  document,
  treeHref,
}: {
  label: string;
  document: DocumentView;
  treeHref: string;
}) {
  const { asTree, text, isCut, downloadHref } = document;
  return (
    <div className="space-y-3">
      <div className="toolbar">
        <ToggleLink label={displayAsTree} on={asTree} href={treeHref} />
        <LinkButton href={downloadHref} icon="download" data-document="">
          Download the document
        </LinkButton>
      </div>
      {isCut && (
        <p>This document is very long: its lists and texts are cut short here. The download has all of it.</p>
      )}
      {asTree ? (
        <RawData label={label} text={text} />
      ) : (
        <TextArea label="Document" name="document" rows={24} readOnly value={text} className="font-mono" />
      )}
    </div>
  );
}
