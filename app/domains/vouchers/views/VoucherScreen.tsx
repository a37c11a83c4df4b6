import { Form } from "@remix-run/react";
import { storeHint, type VoucherAnswer } from "#app/domains/vouchers/model.ts";
import { Button } from "#app/ui/Button.tsx";
import { ErrorBar } from "#app/ui/feedback/ErrorBar.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { TextField } from "#app/ui/fields/TextField.tsx";
import { Page } from "#app/ui/shell/Page.tsx";

type Props = {
  /** The page's own address. */
  here: string;
  supported: boolean;
  /** What the last check led to; none before the first one and while one is under way. */
  answer: VoucherAnswer | undefined;
  checking: boolean;
};

/**
 * NSW Voucher (vouchers#form). The form is posted to the page itself, which answers it: a code is money and appears in
 * no address (vouchers#secret). The browser is asked not to remember it.
 */
export function VoucherScreen({ here, supported, answer, checking }: Props) {
  return (
    <Page title="NSW Voucher">
      <div className="max-w-xl space-y-4">
        <Form method="post" action={here} replace noValidate autoComplete="off" className="space-y-4">
          <TextField
            label="Voucher code"
            name="code"
            defaultValue={answer?.code ?? ""}
            required
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            {...(answer?.errors ? { errors: answer.errors } : {})}
            {...(supported ? {} : { help: storeHint })}
          />
          <Button type="submit" variant="primary" aria-disabled={checking ? true : undefined}>
            {checking ? "Checking…" : "Check Balance"}
          </Button>
        </Form>
        {answer?.balance && (
          <Notice tone="ok">
            <p>{answer.balance.text}</p>
            {answer.balance.voucher && <p className="faint">{answer.balance.voucher}</p>}
          </Notice>
        )}
        {answer?.error && <ErrorBar error={answer.error} dismissible />}
      </div>
    </Page>
  );
}
