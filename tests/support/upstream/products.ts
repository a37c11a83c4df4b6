type Attributes = Record<string, unknown>;
type Product = { id: string; groupId: string; storeGroup: string; storeType: string } & Record<
  string,
  unknown
>;
export type UpstreamStore = { storeName: string; storeAlias: string; storeType: string } & Record<
  string,
  unknown
>;

export const upstreamStores: UpstreamStore[] = [
  { storeName: "The Iconic", storeAlias: "ICN", storeType: "iconic" },
  { storeName: "Catch", storeAlias: "CTH", storeType: "catch" },
  { storeName: "Kogan", storeAlias: "KGN", storeType: "kogan" },
  { storeName: "Amazon", storeAlias: "AMZ", storeType: "amazon" },
  {
    storeName: "Clarks",
    storeAlias: "CLK",
    storeType: "bigcommerce",
    managementBaseUrl: "https://clarks.example",
  },
  {
    storeName: "Superdry",
    storeAlias: "SDY",
    storeType: "shopify",
    managementBaseUrl: "https://superdry.example",
  },
  { storeName: "eBay", storeAlias: "EBY", storeType: "ebay" },
  { storeName: "Myer", storeAlias: "MYR", storeType: "edimarketplace" },
  { storeName: "Dom", storeAlias: "DOM", storeType: "dom" },
  { storeName: "Tools", storeAlias: "TLS", storeType: "tools" },
  { storeName: "New Place", storeAlias: "NEW", storeType: "tiktokshop" },
  { storeName: "Empty Shelf", storeAlias: "EMP", storeType: "shopify" },
];

/** Where the records' pictures are; the server that sends them puts its own address in its place. */
export const pictureHost = "https://images.example.test";

const picture = (name: string) => `${pictureHost}/${name}.jpg`;

/** What one ordinary product looks like on each channel: group attributes, and those of its two variants. */
const channels: Record<string, { group: Attributes; variants: [Attributes, Attributes] }> = {
  iconic: {
    group: {
      Name: "Iconic Boot",
      PRODUCT_DATA_Color: "Tan",
      Brand: "Clarks",
      Images: `${picture("iconic-1")};${picture("iconic-2")}`,
      Price: "199.95",
      SalePrice: 149.95,
    },
    variants: [{ Quantity: 3 }, { Quantity: "4" }],
  },
  catch: {
    group: { title: "Catch Boot", "image-1": picture("catch-1"), OFFER_RRP_PRICE: 120, OFFER_Price: "99.5" },
    variants: [{ OFFER_QUANTITY: 5 }, { OFFER_QUANTITY: 6 }],
  },
  kogan: {
    group: { VARIANT_GROUP_TITLE: "Kogan Boot", IMAGES: `${picture("kogan-1")}|${picture("kogan-2")}` },
    variants: [{ STOCK: 7 }, { STOCK: 8 }],
  },
  amazon: {
    group: {
      title: "Amazon Boot",
      image: { Main: picture("amazon-1") },
      list_price: 210,
      standard_price: 180,
    },
    variants: [{ quantity: 9 }, { quantity: 10 }],
  },
  bigcommerce: {
    group: { name: "Bigcommerce Boot", rrpPrice: 220, price: 175.5 },
    variants: [{ inventoryLevel: 11 }, { inventoryLevel: 12 }],
  },
  shopify: {
    group: { title: "Shopify Boot", rrp_price: "230.00", sale_price: "185.00" },
    variants: [{ inventory: 13 }, { inventory: 14 }],
  },
  ebay: { group: { title: "Ebay Boot" }, variants: [{}, {}] },
  edimarketplace: { group: { name: "Myer Boot" }, variants: [{ inventory: 15 }, { inventory: 16 }] },
  dom: {
    group: {
      title: "Dom Boot",
      Brand: "Volley",
      images: `${picture("dom-1")};${picture("dom-2")}`,
      Price: 140,
      SalePrice: 110,
    },
    variants: [{ inventory: 17 }, { inventory: 18 }],
  },
  tools: { group: { title: "Tools Boot" }, variants: [{ inventory: 19 }, { inventory: 20 }] },
  tiktokshop: { group: { title: "New Boot" }, variants: [{ inventory: 21 }, { inventory: 22 }] },
};

const actions = [
  { value: "publish", text: "Publish Product" },
  { value: "reject", text: "Reject Product", config: { inputType: "note" } },
  {
    value: "set-return-address",
    text: "Set Return Address",
    config: {
      inputType: "address",
      data: {
        company: "Utopia",
        street1: "1 High Street",
        suburb: "Carlton",
        postcode: "3053",
        state: "VIC",
        country: "Australia",
      },
    },
  },
  {
    value: "notify-customer",
    text: "Notify Customer",
    config: { inputType: "customer", data: { FirstName: "Kim", LastName: "Lee" } },
  },
];

/** Titles that must stay words on the screen. */
export const hostileTitle = `<script>window.__hostile=1</script><img src=x onerror="window.__hostile=1">`;

function ordinary(store: UpstreamStore, number: number): Product {
  const channel = channels[store.storeType] ?? { group: {}, variants: [{}, {}] };
  const code = `${store.storeAlias}-${String(number).padStart(4, "0")}`;
  return {
    id: `${store.storeAlias.toLowerCase()}-${number}`,
    groupId: code,
    storeGroup: store.storeName,
    storeType: store.storeType,
    attributes: { ...channel.group, extra_unknown: { deep: [1, 2, { three: true }] } },
    variants: channel.variants.map((attributes, index) => ({
      productSku: `${code}-${index + 7}`,
      attributes,
      status: { ExternalStatus: index === 0 || number % 2 === 0 ? "Created" : "Pending" },
    })),
    status: { image_url: picture(code) },
    validationStatus: number % 3 === 0 ? ["Price is missing", "Image is too small"] : [],
    availableActions: actions,
    changes: [
      {
        code,
        attribute: "Price",
        oldValue: "210",
        newValue: "199.95",
        updatedAt: "2026-11-19T23:42:00.000Z",
      },
    ],
  };
}

/** What a channel sends on a bad day. */
function odd(store: UpstreamStore): Product[] {
  const base = { storeGroup: store.storeName, storeType: store.storeType };
  const named = (title: string) => ({ title, name: title, Name: title, VARIANT_GROUP_TITLE: title });
  const prefix = store.storeAlias.toLowerCase();
  return [
    {
      ...ordinary(store, 901),
      id: `${prefix}-script`,
      groupId: "HOSTILE-SCRIPT",
      attributes: named(hostileTitle),
      validationStatus: [hostileTitle],
    },
    {
      ...ordinary(store, 902),
      id: `${prefix}-long`,
      groupId: "HOSTILE-LONG",
      attributes: named("Long ".repeat(2048)),
    },
    { ...base, id: `${prefix}-bare`, groupId: "ODD-BARE" },
    {
      ...ordinary(store, 903),
      id: `${prefix}-words`,
      groupId: "ODD-STOCK",
      variants: ["lots", null, true].map((value, index) => ({
        productSku: `ODD-STOCK-${index}`,
        attributes: {
          Quantity: value,
          OFFER_QUANTITY: value,
          STOCK: value,
          quantity: value,
          inventoryLevel: value,
          inventory: value,
        },
      })),
    },
    { ...ordinary(store, 904), id: `${prefix}/slash?&#`, groupId: "ODD/ID?&#" },
    {
      ...ordinary(store, 905),
      id: `${prefix}-formula`,
      groupId: "=1+1",
      attributes: named(`=HYPERLINK("https://evil.test")`),
    },
    {
      ...ordinary(store, 906),
      id: `${prefix}-newkind`,
      groupId: "ODD-ACTION",
      availableActions: [{ value: "teleport", text: "Teleport", config: { inputType: "hologram" } }],
    },
  ];
}

/**
 * The ordinary products of a store, 45 unless told otherwise so that its third page is short, then the odd
 * ones; none for the empty store.
 */
export function upstreamProducts(store: UpstreamStore, ordinaries = 45): Product[] {
  if (store.storeAlias === "EMP") return [];
  return [...Array.from({ length: ordinaries }, (_, index) => ordinary(store, index + 1)), ...odd(store)];
}
