import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { noteLookUp, voucherBalance, waitFor } from "#app/domains/vouchers/api.server.ts";
import { voucherForm } from "#app/domains/vouchers/forms.ts";
import {
  balanceAmount,
  readChecked,
  refusedCode,
  storeNotSupported,
  tooManyLookUps,
  type VoucherAnswer,
  voucherEnding,
  withChecked,
} from "#app/domains/vouchers/model.ts";
import { voucherPath } from "#app/domains/vouchers/paths.ts";
import { VoucherScreen } from "#app/domains/vouchers/views/VoucherScreen.tsx";
import { attempt } from "#app/http/api.server.ts";
import { failureStatus } from "#app/http/apiError.server.ts";
import { formOf, readForm } from "#app/http/forms/read.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { isVoucherStore } from "#contract/vouchers.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `NSW Voucher · ${data.storeName}` : "NSW Voucher" },
];

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
  await noteLookUp(user, store.storeAlias, looked.ok ? "found" : String(looked.error.code));
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

export default function NswVoucher() {
  const { here, supported } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const checking = useNavigation().state !== "idle";
  return (
    <VoucherScreen
      here={here}
      supported={supported}
      answer={checking ? undefined : answer}
      checked={answer?.checked ?? []}
      checking={checking}
    />
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
