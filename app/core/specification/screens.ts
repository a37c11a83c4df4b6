/** The exact words of the frame and of what every screen has, as the specification gives them (tests/specification). */

export const logOut = "Log Out";

/** The entries of the side menu, in order. */
export const menu = {
  productMaster: "Product Master",
  orders: "Orders",
  returns: "Returns and Exchanges",
  stores: "Stores",
} as const;

export const storeNotFound = "Store Not Found";

export const recordsOnPage = (count: number): string =>
  count === 1 ? "1 record on this page" : `${count} records on this page`;

export const justAMoment = "Just a moment!";
export const errorBar = "An error occurred:";
export const displayAsTree = "Display as Tree";
export const copied = "Copied";
