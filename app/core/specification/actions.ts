/** The exact words of actions and their dialogs, as the specification gives them (tests/specification). */

/** The heading of an action's dialog, alone (actions#confirm). */
export const confirmTitle = "Confirm Action";

/** Of actions on products and orders. */
export const eventQuestion = {
  sentence: (actionText: string) => `Are you sure you want to ${actionText}?`,
  yes: "Yes",
  no: "No",
};

/** Of actions on exchange orders. */
export const exoQuestion = {
  sentence: (id: string) => `Are you sure you want to perform this action on exchange order ${id}?`,
  yes: "Confirm",
  no: "Cancel",
};

export const noteLabel = "Note";

/** The fields of the address form in order, by their names in the payload. */
export const addressLabels = {
  company: "Company",
  street1: "Address 1",
  street2: "Address 2",
  suburb: "Suburb",
  postcode: "Postcode",
  state: "State",
  country: "Country",
} as const;

export const addressButtons = { update: "Update", cancel: "Cancel" };

export const noActions = "No Actions Available";
