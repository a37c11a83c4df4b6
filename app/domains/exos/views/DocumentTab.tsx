import { useMemo } from "react";
import type { ShownDocument } from "#app/domains/exos/documentView.ts";
import { JsonTree } from "#app/ui/JsonTree.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { TextArea } from "#app/ui/TextArea.tsx";
import { ToggleLink } from "#app/ui/ToggleLink.tsx";

/** The EXO as the server sent it: a tree, or read-only text (1 §2; 24 rows by 2 §9). */
export function DocumentTab({ document, treeHref }: { document: ShownDocument; treeHref: string }) {
  const { asTree, text, isCut, downloadHref } = document;
  return (
    <div className="space-y-3">
      <div className="toolbar">
        <ToggleLink label="Display as Tree" on={asTree} href={treeHref} />
        <LinkButton href={downloadHref} icon="download" data-document="">
          Download the document
        </LinkButton>
      </div>
      {isCut && <p>This document is very long: its lists are cut short here. The download has all of it.</p>}
      {asTree ? (
        <Tree text={text} />
      ) : (
        <TextArea label="Document" name="document" rows={24} readOnly value={text} className="font-mono" />
      )}
    </div>
  );
}

function Tree({ text }: { text: string }) {
  const value = useMemo((): unknown => JSON.parse(text), [text]);
  return <JsonTree value={value} label="EXO" />;
}
