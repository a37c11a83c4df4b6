/** What a search for an EXO looks through, one per line: id, name, order, RA# and both email addresses. */
export function exoSearchText(exo: {
  id: string;
  name: string;
  originalOrderId: string | null;
  raNumber: string | null;
  emailAddress: string | null;
  correspondenceEmailAddress?: string | null;
}): string {
  const { id, name, originalOrderId, raNumber, emailAddress, correspondenceEmailAddress } = exo;
  const texts = [id, name, originalOrderId, raNumber, emailAddress, correspondenceEmailAddress];
  return [...new Set(texts.filter((text) => text))].join("\n");
}
