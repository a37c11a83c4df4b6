import type { RuleRow } from "#app/domains/rules/list.ts";
import { restoreRulePath, rulePath } from "#app/domains/rules/paths.ts";
import type { RuleFilter } from "#app/domains/rules/search.ts";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { RowLink } from "#app/ui/lists/RowLink.tsx";
import type { Column } from "#app/ui/lists/Table.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";

/** The columns of rules that were deleted (rules#restore): who deleted them, when, and the way back. */
export const deletedRuleColumns = (alias: string, filter: RuleFilter): Column<RuleRow>[] => [
  { key: "priority", header: "Priority", align: "end", tight: true, cell: ({ priority }) => priority },
  {
    key: "name",
    header: "Name",
    narrow: "title",
    roomy: true,
    cell: ({ id, name }) => (
      <RowLink href={rulePath(alias, filter, id)} className="whitespace-normal">
        {name}
      </RowLink>
    ),
  },
  { key: "changed", header: "Last changed", cell: ({ changed }) => <DateTime at={changed?.at ?? ""} /> },
  { key: "by", header: "By", cell: ({ changed }) => changed?.who || "–" },
  {
    key: "restore",
    header: "Restore",
    tight: true,
    cell: ({ id, name }) => (
      <LinkButton
        href={restoreRulePath(alias, filter, id)}
        aria-label={`Restore: ${name}`}
        data-scroll="keep"
      >
        Restore
      </LinkButton>
    ),
  },
];
