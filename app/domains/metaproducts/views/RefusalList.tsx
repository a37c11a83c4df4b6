import type { ActionLink } from "#app/confirm/model.ts";
import type { Refusals } from "#app/domains/metaproducts/refusals.ts";
import { Icon } from "#app/ui/Icon.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { LongText } from "#app/ui/text/LongText.tsx";

/** Everything that the channel refuses, with what mends it (products#mending). */
export function RefusalList({ refusals: { messages, again } }: { refusals: Refusals }) {
  if (messages.length === 0) return null;
  return (
    <section className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">Validation Status</h3>
        <Mends actions={again} />
      </div>
      <ul className="space-y-1">
        {messages.map(({ key, text, mends }) => (
          <li key={key} className="flex flex-wrap items-center gap-2">
            <span className="flex min-w-0 flex-1 basis-40 gap-1 text-attention">
              <Icon name="attention" />
              <span className="min-w-0 break-words">
                <LongText value={text} limit={300} />
              </span>
            </span>
            <Mends actions={mends} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const Mends = ({ actions }: { actions: ActionLink[] }) => (
  <>
    {actions.map(({ label, href }) => (
      <LinkButton key={href} href={href} data-scroll="keep">
        {label}
      </LinkButton>
    ))}
  </>
);
