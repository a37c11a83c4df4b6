import { isStoreType, storeTypeFacts } from "#contract/storeTypes.ts";

/** A request to a store's channel. A repeated `reference` is the same request. */
export type ChannelRequest = {
  reference: string;
  storeName: string;
  storeType: string;
  actionText: string;
  groupId: string;
};

/** A store's channel: Big Commerce, Shopify, The Iconic and the rest. Returns its reply. */
export type StoreChannel = (request: ChannelRequest) => Promise<string>;

/** The simulated channel: it accepts everything, and its reply says that it is simulated. */
export const simulatedStoreChannel: StoreChannel = async ({
  reference,
  storeName,
  storeType,
  actionText,
  groupId,
}) => {
  const channel = isStoreType(storeType) ? storeTypeFacts[storeType].name : storeName;
  return `${channel} accepted '${actionText}' for ${groupId}, reference ${reference.slice(0, 8)} (simulated)`;
};
