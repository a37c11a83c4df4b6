import type { AvailableAction } from "#contract/metaproducts.ts";
import type { metaProducts, ProductState, StoredChange } from "#platform/database/schema/products.ts";

export type ActionProduct = Pick<
  typeof metaProducts.$inferSelect,
  "groupId" | "state" | "attributes" | "variants" | "validationMessages" | "waitingCustomer"
>;

export type ChangeNote = Omit<StoredChange, "updatedAt">;

export type Effect = { product: ActionProduct; changes: ChangeNote[] };

type ActionRule = {
  value: string;
  text: string;
  input?: { type: "note" | "address" | "customer"; data?: (product: ActionProduct) => unknown };
  channel: boolean;
  offered(product: ActionProduct): boolean;
  perform(product: ActionProduct, payload: string): Effect;
};

const returnsDepartment = {
  company: "Utopia Returns",
  street1: "12 Foundry Road",
  street2: "Dock 3",
  suburb: "Laverton North",
  postcode: "3026",
  state: "VIC",
  country: "AU",
};

const isUnlisted = ({ state }: ActionProduct) => state === "draft" || state === "withdrawn";

function moved(product: ActionProduct, state: ProductState, externalStatus: string): Effect {
  const changed = product.variants.filter(({ status }) => status.ExternalStatus !== externalStatus);
  return {
    product: {
      ...product,
      state,
      variants: product.variants.map((variant) => ({
        ...variant,
        status: { ...variant.status, ExternalStatus: externalStatus },
      })),
    },
    changes: changed.map(({ productSku, status }) => ({
      code: productSku,
      attribute: "ExternalStatus",
      oldValue: status.ExternalStatus ?? null,
      newValue: externalStatus,
    })),
  };
}

const noted = (
  product: ActionProduct,
  attribute: string,
  oldValue: unknown,
  newValue: unknown,
): ChangeNote => ({
  code: product.groupId,
  attribute,
  oldValue,
  newValue,
});

const actionRules: readonly ActionRule[] = [
  {
    value: "publish",
    text: "Publish Product",
    channel: true,
    offered: (product) => isUnlisted(product) && product.validationMessages.length === 0,
    perform: (product) => moved(product, "live", "Created"),
  },
  {
    value: "revalidate",
    text: "Validate Product Again",
    channel: false,
    offered: (product) => product.validationMessages.length > 0,
    perform: (product) => ({
      product: { ...product, validationMessages: [] },
      changes: [noted(product, "Validation Status", product.validationMessages.join("; "), "Valid")],
    }),
  },
  {
    value: "update-listing",
    text: "Update Listing",
    channel: true,
    offered: ({ state }) => state === "live",
    perform: (product) => ({ product, changes: [noted(product, "Listing", "Out of date", "Updated")] }),
  },
  {
    value: "withdraw",
    text: "Withdraw Product",
    channel: true,
    offered: ({ state }) => state === "live",
    perform: (product) => moved(product, "withdrawn", "Withdrawn"),
  },
  {
    value: "reject",
    text: "Reject Product",
    input: { type: "note" },
    channel: false,
    offered: ({ state }) => state !== "rejected",
    perform: (product, note) => {
      const effect = moved(product, "rejected", "Rejected");
      return { ...effect, changes: [...effect.changes, noted(product, "Rejection Note", null, note)] };
    },
  },
  {
    value: "reopen",
    text: "Reopen Product",
    channel: false,
    offered: ({ state }) => state === "rejected",
    perform: (product) => moved(product, "draft", "Pending"),
  },
  {
    value: "set-return-address",
    text: "Set Return Address",
    input: { type: "address", data: ({ attributes }) => attributes.ReturnAddress ?? returnsDepartment },
    channel: false,
    offered: () => true,
    perform: (product, payload) => {
      const address: unknown = JSON.parse(payload);
      return {
        product: { ...product, attributes: { ...product.attributes, ReturnAddress: address } },
        changes: [noted(product, "Return Address", product.attributes.ReturnAddress ?? null, address)],
      };
    },
  },
  {
    value: "offer-to-customer",
    text: "Offer to Waiting Customer",
    input: { type: "customer", data: ({ waitingCustomer }) => waitingCustomer },
    channel: true,
    offered: ({ state, waitingCustomer }) => state === "live" && waitingCustomer !== null,
    perform: (product, payload) => ({
      product: { ...product, waitingCustomer: null },
      changes: [noted(product, "Offered To", null, JSON.parse(payload))],
    }),
  },
];

/** The actions that a product offers in its state, in their wire form (actions#offered). */
export function availableActions(product: ActionProduct): AvailableAction[] {
  return actionRules
    .filter((rule) => rule.offered(product))
    .map(({ value, text, input }) =>
      input
        ? { value, text, config: { inputType: input.type, data: input.data?.(product) } }
        : { value, text },
    );
}

/** The rule of an action, whether or not a product offers it. Throws for an unknown one. */
export function ruleFor(action: string): ActionRule {
  const rule = actionRules.find(({ value }) => value === action);
  if (!rule) throw new Error(`There is no action '${action}'`);
  return rule;
}
