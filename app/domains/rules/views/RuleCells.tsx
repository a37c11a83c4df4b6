import { Form } from "@remix-run/react";
import type { ListRow, RuleRow } from "#app/domains/rules/list.ts";
import { ruleStateLooks } from "#app/domains/rules/model.ts";
import { rulePath, toggleRulePath } from "#app/domains/rules/paths.ts";
import type { RuleFilter } from "#app/domains/rules/search.ts";
import { DateTime } from "#app/ui/DateTime.tsx";
import { RowLink } from "#app/ui/RowLink.tsx";
import { StatusBadge } from "#app/ui/StatusBadge.tsx";
import type { Column } from "#app/ui/Table.tsx";

type Context = { alias: string; filter: RuleFilter; token: string; togglingHref: string | undefined };

/** The columns of 2 §2.10; what the rule does now stands beside its toggle. */
export function ruleColumns(context: Context): Column<ListRow>[] {
  const { alias, filter } = context;
  const column = (
    key: string,
    header: string,
    show: (rule: RuleRow) => React.ReactNode,
    look: Pick<Column<ListRow>, "align" | "narrow" | "tight" | "roomy"> = {},
  ): Column<ListRow> => ({
    key,
    header,
    ...look,
    cell: (row) => ("rule" in row ? show(row.rule) : null),
  });
  return [
    column("priority", "Priority", ({ priority }) => priority, { align: "end", tight: true }),
    column(
      "name",
      "Name",
      ({ id, name }) => (
        <RowLink href={rulePath(alias, filter, id)} className="whitespace-normal">
          {name}
        </RowLink>
      ),
      {
        narrow: "title",
        roomy: true,
      },
    ),
    column("start", "Start Date", ({ start }) => <DateTime at={start} />),
    column("end", "End Date", ({ end }) => <DateTime at={end} />),
    column("enabled", "Enabled", (rule) => <EnabledToggle rule={rule} context={context} />, { tight: true }),
    column("storeType", "Store Type", ({ storeType }) => storeType || "–", { tight: true }),
  ];
}

/** Switches a rule on or off: a form of one button, which reads as a switch. */
function EnabledToggle({ rule, context }: { rule: RuleRow; context: Context }) {
  const { label, tone } = ruleStateLooks[rule.state];
  const href = toggleRulePath(context.alias, context.filter, rule.id);
  return (
    <Form method="post" action={href} className="flex items-center gap-2" preventScrollReset>
      <input type="hidden" name="seen" value={rule.seen} />
      <input type="hidden" name="token" value={`${context.token}.${encodeURIComponent(rule.id)}`} />
      <button
        type="submit"
        name="enabled"
        value={rule.enabled ? "0" : "1"}
        role="switch"
        aria-checked={rule.enabled}
        aria-label={`Enabled: ${rule.name}`}
        aria-disabled={context.togglingHref === href || undefined}
        className="toggle"
      >
        <i />
      </button>
      <StatusBadge tone={tone}>{label}</StatusBadge>
    </Form>
  );
}
