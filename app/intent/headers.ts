/** Says that nobody has asked for this page yet: reading it is to leave no trace. */
export const aheadHeaders = { Purpose: "prefetch" };

/** On an answer with something that is handed out once, such as a form's token: it is not to be shown again. */
export const onceHeader = "X-Handed-Out-Once";
