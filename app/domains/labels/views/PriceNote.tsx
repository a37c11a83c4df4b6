import { isFarFrom } from "#app/domains/labels/jobs.ts";
import type { LabelProductView } from "#app/domains/labels/model.ts";
import { Icon } from "#app/ui/Icon.tsx";

type Props = {
  id: string;
  product: LabelProductView;
  /** The price book's price where another was typed over it. */
  was: string | undefined;
  typed: string;
  /** What becomes of the former price on the label; empty where none is asked for. */
  former: string;
  /** The page with the price book's price again. */
  backHref: string;
};

/** Where a price is from; of one that was typed, what stood there and the way back to it. */
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
