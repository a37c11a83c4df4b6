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

function Side({ value }: { value: string }) {
  return value === "" ? <span className="text-ink-faint">(empty)</span> : <LongText value={value} />;
}
