import { isStoreType, storeTypeFacts } from "#contract/storeTypes.ts";

/** What a store's channel is asked to do. The same `reference` twice means the same request again. */
export type ChannelRequest = {
  reference: string;
  storeName: string;
  storeType: string;
  actionText: string;
  groupId: string;
};

/** A store's outside company: Big Commerce, Shopify, The Iconic and the rest. Returns what it replied. */
export type StoreChannel = (request: ChannelRequest) => Promise<string>;

/** The channel's stand-in: it accepts everything, and its reply says that it is simulated. */
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
