import { TextArea } from "../fields/TextArea.tsx";
import { LinkButton } from "../LinkButton.tsx";
import { ToggleLink } from "../ToggleLink.tsx";
import { RawData } from "./RawData.tsx";
import type { ShownDocument } from "./shownDocument.ts";

/** A document as the server sent it: a tree whose root is `label`, or read-only text (screens#document). */
export function DocumentPane({
  label,
  document,
  treeHref,
}: {
  label: string;
  document: ShownDocument;
  treeHref: string;
}) {
  const { asTree, text, isCut, downloadHref } = document;
  return (
    <div className="space-y-3">
      <div className="toolbar">
        <ToggleLink label="Display as Tree" on={asTree} href={treeHref} />
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
