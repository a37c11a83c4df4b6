/** The exact words of Meta Products and of the Product Master, as the specification gives them (tests/specification). */

export const invalidToggle = "Only with Validation Status";
export const download = "Download To Excel";

/** In order. */
export const productColumns = {
  image: "Image",
  code: "Code",
  brand: "Brand",
  title: "Title",
  stock: "Stock",
  price: "Price",
  validation: "Validation Status",
  status: "Status",
  actions: "Actions",
} as const;

/** In order. */
export const productTabs = { inventory: "Inventory", changes: "Changes", raw: "Raw Data" } as const;

export const productTitle = (code: string): string => `Product Data - ${code}`;

/** In order. */
export const masterColumns = {
  image: "Image",
  styleCode: "Style Code",
  brandGroup: "Brand Group",
  brand: "Brand",
  name: "Name",
  updatedAt: "Last Updated",
} as const;
