import { ProductImage } from "#app/ui/ProductImage.tsx";
import { LongText } from "#app/ui/text/LongText.tsx";

/** 'old value → new value' of one change; an empty side is named. */
export function ChangeText({ oldValue, newValue }: { oldValue: string; newValue: string }) {
  return (
    <>
      <Side value={oldValue} /> <span aria-hidden="true">→</span>
      <span className="sr-only">became</span> <Side value={newValue} />
    </>
  );
}

const isPicture = (value: string): boolean =>
  /^https?:\/\/\S+\.(avif|gif|jpe?g|png|svg|webp)(\?\S*)?$/i.test(value);

function Side({ value }: { value: string }) {
  if (isPicture(value)) return <ProductImage src={value} alt="Picture" />;
  return value === "" ? <span className="text-ink-faint">(empty)</span> : <LongText value={value} />;
}
