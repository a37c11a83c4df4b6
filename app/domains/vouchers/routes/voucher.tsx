import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { attempt } from "#app/core/api/api.server.ts";
import { failureStatus } from "#app/core/http/apiError.server.ts";
import { formOf, readForm } from "#app/core/http/forms/read.ts";
import { voucher } from "#app/core/specification/stores.ts";
import { requireStorePage } from "#app/core/stores/guard.server.ts";
import { Button } from "#app/core/ui/Button.tsx";
import { ErrorBar } from "#app/core/ui/feedback/ErrorBar.tsx";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { TextField } from "#app/core/ui/fields/fields.tsx";
import { Page, storeTitle } from "#app/core/ui/shell/Page.tsx";
import { noteLookUp, voucherBalance, waitFor } from "#app/domains/vouchers/api.server.ts";
import { voucherForm } from "#app/domains/vouchers/forms.ts";
import {
  balanceAmount,
  type Checked,
  readChecked,
  refusedCode,
  storeHint,
  storeNotSupported,
  tooManyLookUps,
  type VoucherAnswer,
  voucherEnding,
  voucherPath,
  withChecked,
  writeChecked,
} from "#app/domains/vouchers/model.ts";
import { isVoucherStore } from "#contract/vouchers.ts";

export const meta = storeTitle("NSW Voucher");

/** The time to wait is also sent as a header. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { store } = await requireStorePage(request, params.alias, "nswvoucher");
  return {
    here: voucherPath(store.storeAlias),
    storeName: store.storeName,
    supported: isVoucherStore(store.storeAlias),
  };
}

const answered = (answer: VoucherAnswer, status = 200, headers: Record<string, string> = {}) =>
  data(answer, { status, headers });

export async function action({ request, params }: ActionFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "nswvoucher");
  const formData = await formOf(request);
  const checked = readChecked(formData.get("checked"));
  const submission = readForm(formData, voucherForm);
  if (submission.status !== "success") {
    const typed = formData.get("code");
    const errors = submission.error?.code ?? [];
    return answered({ code: typeof typed === "string" ? typed : "", errors, checked }, 400);
  }
  const { code } = submission.value;
  if (!isVoucherStore(store.storeAlias)) {
    const error = storeNotSupported(user.correlationId);
    return answered({ code, error, calm: true, checked }, failureStatus(error));
  }
  const wait = await waitFor(user, store.storeAlias);
  if (wait > 0) {
    const error = tooManyLookUps(wait, user.correlationId);
    return answered({ code, error, calm: true, checked }, failureStatus(error), {
      "Retry-After": String(wait),
    });
  }
  const looked = await attempt(voucherBalance(user, store.storeAlias, code));
  const noted = await attempt(
    noteLookUp(user, store.storeAlias, looked.ok ? "found" : String(looked.error.code)),
  );
  if (!noted.ok) return answered({ code, error: noted.error, checked }, failureStatus(noted.error));
  if (looked.ok) {
    const amount = balanceAmount(looked.value);
    const balance = { amount, voucher: voucherEnding(code) };
    return answered({ code, balance, checked: withChecked(checked, code, amount) });
  }
  const refused = refusedCode(looked.error);
  return answered(
    { code, error: refused ?? looked.error, checked, ...(refused && { calm: true }) },
    failureStatus(looked.error),
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";

// People arrive with a card in hand, without scripting too.
const arrival = { autoFocus: true };

/**
 * NSW Voucher (vouchers#form). The form posts to the page itself, since a code is money and must
 * not appear in a URL (vouchers#secret). The browser is asked not to remember it. After a result
 * the code is selected, so that the next card can be typed or scanned at once (vouchers#next).
 */
export default function NswVoucher() {
  const { here, supported } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const checking = useNavigation().state !== "idle";
  const answer = checking ? undefined : last;
  const checked = last?.checked ?? [];
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
            {...arrival}
            required
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            errors={answer?.errors}
            help={supported ? undefined : storeHint}
          />
          <Button type="submit" variant="primary" aria-disabled={checking ? true : undefined}>
            {checking ? "Checking…" : voucher.button}
          </Button>
        </Form>
        {answer?.balance && (
          <Notice tone="ok">
            <p>
              {voucher.balance} <strong className="block text-lg">{answer.balance.amount}</strong>
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
      <h2 className="pb-1">Checked on this page</h2>
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
