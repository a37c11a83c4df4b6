import { isFarFrom } from "#app/domains/labels/jobs.ts";
import type { LabelProductView } from "#app/domains/labels/model.ts";
import { Icon } from "#app/ui/elements.tsx";

type Props = {
  id: string;
  product: LabelProductView;
  /** The price book's price if another was typed over it. */
  was: string | undefined;
  typed: string;
  /** Note on the former price; empty if none is requested. */
  former: string;
  /** The URL with the price book's price restored. */
  backHref: string;
};

/** The source of a price; for a typed one, the price book's and a link to restore it. */
export function PriceNote({ id, product: { name, price }, was, typed, former, backHref }: Props) {
  if (was === undefined) {
    return (
      <p id={id} className="field-help">
        {price.mark === undefined ? (
          price.from
        ) : (
          <span className="text-attention">
            <Icon name="attention" /> {price.mark}
          </span>
        )}
        <Former text={former} />
      </p>
    );
  }
  return (
    <p id={id} className="field-help">
      was ${was}{" "}
      {isFarFrom(typed, was) && (
        <span className="text-attention">
          <Icon name="attention" /> far from it
        </span>
      )}{" "}
      <a href={backHref} data-replace="" data-scroll="keep">
        Take it back
        <span className="sr-only">
          : ${was} for {name}
        </span>
      </a>
      <Former text={former} />
    </p>
  );
}

const Former = ({ text }: { text: string }) => (text === "" ? null : <span className="block">{text}</span>);
