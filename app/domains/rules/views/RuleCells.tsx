import "./rules.css";
import { Form } from "@remix-run/react";
import type { RuleRow } from "#app/domains/rules/list.ts";
import { ruleStateLooks } from "#app/domains/rules/model.ts";
import { type RuleFilter, ruleCommandPath, rulePath } from "#app/domains/rules/paths.ts";
import { StatusBadge } from "#app/ui/feedback/Status.tsx";
import { RowLink } from "#app/ui/lists/rows.tsx";
import type { Column } from "#app/ui/lists/Table.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";

type Context = { alias: string; filter: RuleFilter; token: string; sendingHref: string | undefined };

/** The columns (rules#columns), with the rule in words below its name; its state is next to its toggle. */
export const ruleColumns = (context: Context): Column<RuleRow>[] => [
  { key: "priority", header: "Priority", align: "end", tight: true, cell: ({ priority }) => priority },
  {
    key: "name",
    header: "Name",
    narrow: "title",
    roomy: true,
    cell: ({ id, name, inWords }) => (
      <>
        <RowLink href={rulePath(context.alias, context.filter, id)} className="whitespace-normal">
          {name}
        </RowLink>
        <span className="text-sm font-normal text-ink-soft wrap-anywhere block whitespace-normal">
          {inWords}
        </span>
      </>
    ),
  },
  { key: "start", header: "Start Date", cell: ({ start }) => <DateTime at={start} /> },
  { key: "end", header: "End Date", cell: ({ end }) => <DateTime at={end} /> },
  {
    key: "enabled",
    header: "Enabled",
    tight: true,
    cell: (rule) => <EnabledToggle rule={rule} context={context} />,
  },
  { key: "storeType", header: "Store Type", tight: true, cell: ({ storeType }) => storeType || "–" },
];

/** Enables or disables a rule: a form of one button with role switch. */
function EnabledToggle({ rule, context }: { rule: RuleRow; context: Context }) {
  const { label, tone } = ruleStateLooks[rule.state];
  const href = ruleCommandPath("toggle", context.alias, context.filter, rule.id);
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
        aria-disabled={context.sendingHref === href || undefined}
        className="toggle"
      >
        <i />
      </button>
      <StatusBadge tone={tone}>{label}</StatusBadge>
    </Form>
  );
}
