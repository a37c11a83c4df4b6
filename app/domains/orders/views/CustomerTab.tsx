import type { CustomerTab as Customer } from "#app/domains/orders/detail.ts";
import { CopyField } from "#app/ui/text/CopyField.tsx";

/** Who ordered, and every address of the order. */
export function CustomerTab({ customer, addresses }: Customer) {
  return (
    <div className="space-y-3">
      {customer ? (
        <div className="grid gap-3 sm:grid-cols-2">
          <CopyField label="AP21 Customer Code" value={customer.code} />
          <CopyField label="AP21 Customer Idx" value={customer.idx} />
          <CopyField label="Email" value={customer.email} />
        </div>
      ) : (
        <p>This order has no customer.</p>
      )}
      {addresses.length === 0 ? (
        <p>This order has no addresses.</p>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2">
          {addresses.map((address) => (
            <li key={address.key} className="rounded border border-line p-3">
              <h3 className="pb-1 text-sm font-semibold capitalize">
                {address.kind ? `${address.kind} address` : "Address"}
              </h3>
              {address.text ? (
                <address className="whitespace-pre-line not-italic [overflow-wrap:anywhere]">
                  {address.text}
                </address>
              ) : (
                <p className="faint">Empty</p>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
