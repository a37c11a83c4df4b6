import { type ErrorView, isErrorView } from "./errorView.ts";

const nameIn = (disposition: string | null): string =>
  disposition?.match(/filename="([^"]+)"/)?.[1] ?? "file";

export async function downloadFile(href: string): Promise<ErrorView | undefined> {
  const broken = (message: string): ErrorView => ({
    statusLine: "No answer",
    code: 0,
    message,
    correlationId: "",
    advice: "Check the connection, then try again.",
  });
  try {
    const answer = await fetch(href, { headers: { Accept: "*/*" } });
    if (answer.ok && !answer.redirected) {
      saveFile(await answer.blob(), nameIn(answer.headers.get("Content-Disposition")));
      return undefined;
    }
    if (answer.redirected) return broken("You are no longer signed in.");
    const body: unknown = await answer.json();
    return isErrorView(body) ? body : broken(`The file could not be fetched (${answer.status}).`);
  } catch {
    // The connection failed or was interrupted.
    return broken("The file could not be downloaded: the connection failed.");
  }
}

export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the file after the click has returned.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
