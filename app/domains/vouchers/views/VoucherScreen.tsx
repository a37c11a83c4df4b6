import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { type Checked, storeHint, type VoucherAnswer, writeChecked } from "#app/domains/vouchers/model.ts";
import { Button } from "#app/ui/Button.tsx";
import { ErrorBar } from "#app/ui/feedback/ErrorBar.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { TextField } from "#app/ui/fields/fields.tsx";
import { Page } from "#app/ui/shell/Page.tsx";

type Props = {
  here: string;
  supported: boolean;
  /** The result of the last check; none before the first one and while one is pending. */
  answer: VoucherAnswer | undefined;
  checking: boolean;
  checked: Checked[];
};

/**
 * NSW Voucher (vouchers#form). The form posts to the page itself, since a code is money and must
 * not appear in a URL (vouchers#secret). The browser is asked not to remember it. After a result
 * the code is selected, so that the next card can be typed or scanned at once (vouchers#next).
 */
export function VoucherScreen({ here, supported, answer, checking, checked }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!answer) return;
    form.current?.querySelector<HTMLInputElement>("input[name=code]")?.select();
  }, [answer]);
  return (
    <Page title="NSW Voucher">
      <div className="max-w-xl space-y-4">
        <Form
          ref={form}
          method="post"
          action={here}
          replace
          noValidate
          autoComplete="off"
          className="space-y-4"
        >
          <input type="hidden" name="checked" value={writeChecked(checked)} />
          <TextField
            label="Voucher code"
            name="code"
            defaultValue={answer?.code ?? ""}
            required
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            errors={answer?.errors}
            help={supported ? undefined : storeHint}
          />
          <Button type="submit" variant="primary" aria-disabled={checking ? true : undefined}>
            {checking ? "Checking…" : "Check Balance"}
          </Button>
        </Form>
        {answer?.balance && (
          <Notice tone="ok">
            <p>
              Balance available <strong className="block text-2xl">{answer.balance.amount}</strong>
            </p>
            {answer.balance.voucher && <p className="text-ink-faint">{answer.balance.voucher}</p>}
          </Notice>
        )}
        {answer?.error && <ErrorBar error={answer.error} dismissible calm={answer.calm === true} />}
        <CheckedList checked={checked} />
      </div>
    </Page>
  );
}

/** The vouchers checked on this page; forgotten when it is left (vouchers#checked). */
function CheckedList({ checked }: { checked: Checked[] }) {
  if (checked.length === 0) return null;
  return (
    <section>
      <h2 className="pb-1 text-sm font-semibold">Checked on this page</h2>
      <ol>
        {checked.map(({ ending, amount }, index) => (
          // Two short codes have no ending that tells them apart.
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing of its own, and never moves by itself
          <li key={index} className="flex justify-between gap-4 border-b border-line py-1">
            <span>{ending === "" ? "A short code" : `Ending in ${ending}`}</span>
            <span className="tabular-nums">{amount}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
