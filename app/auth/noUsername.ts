/** Why a person without a username does nothing here (roles#no-username). */
export const noUsername = "Your account has no username, so it is offered no actions.";
