import { getDelayedWork } from "#contract/actions.ts";
import type { ApiCall } from "#contract/calls.ts";
import { getExoCounts, getOrderCounts, getProductMessageCounts } from "#contract/counts.ts";
import { getControlNumbers, getInterchangeText } from "#contract/ediExtensions.ts";
import {
  getInterchange,
  getInterchanges,
  getPartnerOrder,
  getPartnerOrders,
  postInterchangeAction,
  postPartnerOrderAction,
} from "#contract/ediPartner.ts";
import { getEdiPartners } from "#contract/ediPartners.ts";
import { getEdiQueue } from "#contract/ediQueue.ts";
import { getEdiInterchanges, getEdiOrders } from "#contract/ediStore.ts";
import { getBlob, getExo, getExos, postExoAction } from "#contract/exos.ts";
import { type ExtensionName, extensionBases } from "#contract/extensions.ts";
import { getEdiExtensions, getExtensions } from "#contract/getExtensions.ts";
import { getAllProducts } from "#contract/labels.ts";
import { getProducts } from "#contract/masterproducts.ts";
import { getMetaProducts, metaProductPageSize } from "#contract/metaproducts.ts";
import { getOrders, orderPageSize } from "#contract/orders.ts";
import { getCustomRuleAttributes, getCustomRules, saveCustomRule } from "#contract/rules.ts";
import { getShipments } from "#contract/shipments.ts";
import { getStores } from "#contract/stores.ts";
import { storeTypeHas } from "#contract/storeTypes.ts";
import { getVoucherBalance, isVoucherStore } from "#contract/vouchers.ts";
import type { Api, Request } from "./ask.ts";
import { createExaminer, fieldIn, jsonIn, type Result, saysError } from "./examiner.ts";

/** What staff do without where a service does not announce a group of extensions (calls#extensions). */
const without: Readonly<Record<ExtensionName, string>> = {
  search:
    "orders and returns are found by their numbers and the customer's email only, products within one store at a time, and neither orders nor returns are filtered by date or sorted",
  counts:
    "Today counts orders and returns by reading their first pages ('60 or more'), does not count refused products by message, and does not list what waits for another company",
  credits: "credits to be given by hand are not listed",
  "edi-desk":
    "EDI lists filter by the documented fields only, and nothing is counted, checked, confirmed line by line or told to be late; partners and control numbers are not listed",
};

export type Examination = { results: Result[]; without: { extension: ExtensionName; says: string }[] };

export type Options = {
  /** A voucher that may be looked up. */
  voucher?: string | undefined;
  /** Also sends writes: to records that do not exist, and a rule saved as it is. */
  writes: boolean;
};

/** Makes the documented calls one after the other, each with what those before it answered. */
export async function examine(api: Api, options: Options): Promise<Examination> {
  const { results, put, reply, read, list, file, skip, statusOf, rowsOf, rawOf, pagesOf } =
    createExaminer(api);
  const stores = await list(getStores, {}, async (rows) => {
    const status = await statusOf(getStores, { token: "" });
    const refused = status === "401" ? [] : [`without a token it is answered ${status}, not 401`];
    return rows.length === 0 ? [...refused, "no store: nobody has a page"] : refused;
  });
  const storeWith = (fits: (store: { type: string; alias: string }) => boolean) => {
    for (const row of stores ?? []) {
      const { storeName, storeAlias, storeType } = Object(row.readable ? row.row : undefined);
      if (fits({ type: `${storeType}`, alias: `${storeAlias}` }))
        return { name: `${storeName}`, alias: `${storeAlias}`, type: `${storeType}` };
    }
    return undefined;
  };
  const store = storeWith(() => true);
  const ofStore = async <Value>(
    calls: readonly ApiCall[],
    chosen: ReturnType<typeof storeWith>,
    why: string,
    work: (store: NonNullable<typeof chosen>) => Promise<Value>,
  ): Promise<Value | undefined> => {
    if (chosen) return await work(chosen);
    for (const call of calls) skip(call, why);
    return undefined;
  };

  await list(getProducts, {});
  await list(getAllProducts, { query: { page: 1, pagesize: 20 } });
  await ofStore([getMetaProducts, getShipments], store, "no store", async ({ name }) => {
    const products = { storegroup: name, page: 1, pagesize: metaProductPageSize };
    await list(getMetaProducts, { query: products }, (rows) =>
      pagesOf(getMetaProducts, products, rows, metaProductPageSize),
    );
    await list(getShipments, { query: { store: name, page: 1 } });
  });
  const withRules = storeWith(({ type }) => storeTypeHas(type, "rules"));
  const rules = await ofStore(
    [getCustomRules, getCustomRuleAttributes],
    withRules,
    "no store has rules",
    async ({ name, type }) => {
      await read(getCustomRuleAttributes, { query: { storetype: type } });
      return list(getCustomRules, { query: { storegroup: name } });
    },
  );

  const orders = { storegroup: "", page: 1, pagesize: orderPageSize };
  await list(getOrders, { query: orders }, async (rows) => {
    const number = fieldIn(rows, "order", "sourceId") ?? fieldIn(rows, "id");
    const found = number && (await rowsOf(getOrders, { query: { ...orders, orderQuery: number } }));
    const isFound = !number || rawOf(found || []).includes(number);
    const pages = await pagesOf(getOrders, orders, rows, orderPageSize);
    return isFound ? pages : [...pages, `a search for the order number ${number} does not find it`];
  });

  const exos = await list(getExos, { query: { page: 1 } });
  const exoId = fieldIn(exos, "id");
  if (exoId === undefined) for (const call of [getExo, getBlob]) skip(call, "no return in the list");
  else {
    const found = await read(getExo, { params: { id: exoId } }, async () => {
      const status = await statusOf(getExo, { params: { id: "no-such-record" } });
      return status === "404" ? [] : [`an unknown id is answered ${status}, not 404`];
    });
    const reference = Object(found).raw?.references?.find(
      (one: unknown) => /label|slip/i.test(`${Object(one).type}`) && Object(one).meta,
    );
    if (!reference) skip(getBlob, "that return has no file");
    else await file(getBlob, { query: { meta: JSON.stringify(reference.meta) } });
  }

  const announced: string[] = [];
  for (const call of [getExtensions, getEdiExtensions]) {
    const got = await reply(call, {});
    if (!got) continue;
    const parsed = call.answer.safeParse(jsonIn(got)?.json);
    if (got.status === 404) put(call, "fits", ["404: it has no extensions"], got.seconds);
    else if (got.status !== 200 || !parsed.success)
      put(call, "partly", [`answered ${got.status}: it counts as having none`], got.seconds);
    else {
      const names = parsed.data.flatMap((row) => (row.readable ? [row.row] : []));
      announced.push(...names);
      put(call, "fits", [names.join(", ") || "none"], got.seconds);
    }
  }

  const documents = [
    { lists: getInterchanges, one: getInterchange },
    { lists: getPartnerOrders, one: getPartnerOrder },
  ];
  const ids = new Map<ApiCall, string>();
  for (const { lists, one } of documents) {
    const id = fieldIn(await list(lists, { query: { page: 1 } }), "id");
    if (id === undefined) skip(one, "no record in the list");
    else {
      ids.set(one, id);
      await read(one, { params: { id } });
    }
  }
  const withEdi = storeWith(({ type }) => storeTypeHas(type, "edi"));
  await ofStore([getEdiInterchanges, getEdiOrders], withEdi, "no store has EDI", async ({ name }) => {
    for (const call of [getEdiInterchanges, getEdiOrders])
      await list(call, { query: { storegroup: name, page: 1, pagesize: 10 } }, (rows) =>
        pagesOf(call, { storegroup: name, pagesize: 10 }, rows, 10),
      );
  });

  const { voucher } = options;
  const withVouchers = storeWith(({ alias }) => isVoucherStore(alias));
  if (!voucher || !withVouchers)
    skip(getVoucherBalance, voucher ? "no store has vouchers" : "give a number with --voucher=");
  else await read(getVoucherBalance, { query: { storealias: withVouchers.alias, vouchercode: voucher } });

  const extensionReads: readonly { call: ApiCall; request: Request }[] = [
    { call: getOrderCounts, request: { query: { statuses: "" } } },
    { call: getExoCounts, request: { query: { statuses: "" } } },
    { call: getProductMessageCounts, request: {} },
    { call: getDelayedWork, request: {} },
    { call: getEdiQueue, request: {} },
    { call: getEdiPartners, request: {} },
    { call: getControlNumbers, request: {} },
  ];
  for (const { call, request } of extensionReads)
    if (call.extension && announced.includes(call.extension)) await list(call, request);
  const interchange = ids.get(getInterchange);
  if (interchange !== undefined && announced.includes("edi-desk"))
    await file(getInterchangeText, { params: { id: interchange } });

  const missing = { order_document_id: "no-such-record", interchange_document_id: "no-such-record" };
  const writes: readonly { call: ApiCall; request: Request }[] = [
    { call: postExoAction, request: { params: { id: "no-such-record", action: "retry" } } },
    { call: postInterchangeAction, request: { query: { ...missing, action: "process" } } },
    { call: postPartnerOrderAction, request: { query: { ...missing, action: "process" } } },
  ];
  const rule = rules?.find((row) => row.readable);
  if (!options.writes)
    for (const call of [...writes.map((one) => one.call), saveCustomRule])
      skip(call, "a write: give --writes to send it");
  else {
    for (const { call, request } of writes) {
      const got = await reply(call, request);
      if (!got) continue;
      const refuses = got.status >= 400 && got.status < 500 && saysError(got);
      const says = `a record that does not exist is answered ${got.status}, not refused with an \`error\``;
      put(call, refuses ? "fits" : "partly", refuses ? [] : [says], got.seconds);
    }
    if (!rule) skip(saveCustomRule, "no rule to save as it is");
    else {
      const got = await reply(saveCustomRule, { body: rule.raw });
      const fits = got?.status === 200 && saveCustomRule.answer.safeParse(jsonIn(got)?.json).success;
      if (got)
        put(saveCustomRule, fits ? "fits" : "breaks", fits ? [] : [`answered ${got.status}`], got.seconds);
    }
  }

  const isExtension = (name: string): name is ExtensionName => name in extensionBases;
  const names = Object.keys(extensionBases).filter(isExtension);
  return {
    results,
    without: names
      .filter((name) => !announced.includes(name))
      .map((name) => ({ extension: name, says: without[name] })),
  };
}
