/** Hidden fields. */
export function Hidden({ fields, form }: { fields: readonly (readonly [string, string])[]; form?: string }) {
  return (
    <>
      {fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} form={form} />
      ))}
    </>
  );
}
