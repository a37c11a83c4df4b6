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

const channelNames: Record<string, string> = {
  amazon: "Amazon",
  bigcommerce: "Big Commerce",
  catch: "Catch",
  dom: "Dom",
  ebay: "eBay",
  edimarketplace: "The EDI partner",
  iconic: "The Iconic",
  kogan: "Kogan",
  shopify: "Shopify",
};

/** The channel's stand-in: it accepts everything, and its reply says that it is simulated. */
export const simulatedStoreChannel: StoreChannel = async ({
  reference,
  storeName,
  storeType,
  actionText,
  groupId,
}) => {
  const channel = channelNames[storeType] ?? storeName;
  return `${channel} accepted '${actionText}' for ${groupId}, reference ${reference.slice(0, 8)} (simulated)`;
};
