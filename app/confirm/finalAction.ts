/** Whether an action is irreversible: its button looks dangerous, and it is never the first. */
export const isFinalAction = (action: string): boolean =>
  /^(reject|withdraw|cancel|delete|refund|void)/i.test(action);
