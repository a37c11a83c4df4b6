import { useState } from "react";
import { Button } from "./Button.tsx";
import { LinkButton } from "./LinkButton.tsx";

export type ShownError = {
  statusLine: string;
  code: number;
  message: string;
  stack?: string;
  correlationId: string;
  advice: string;
};

/** What went wrong, in a red bar (spec 2 §2.4, §8): dismissible, back again when the error changes. */
export function ErrorBar({
  error,
  dismissible = false,
  retryHref,
}: {
  error: ShownError;
  dismissible?: boolean;
  retryHref?: string;
}) {
  const [dismissed, setDismissed] = useState<string>();
  if (dismissed === error.correlationId) return null;
  return (
    <div className="error-bar" role="alert">
      <p>
        <strong>An error occurred:</strong> {error.statusLine} ({error.code})
      </p>
      <p>{error.message}</p>
      <p>{error.advice}</p>
      {error.stack && (
        <details>
          <summary>Stack trace</summary>
          <pre>{error.stack}</pre>
        </details>
      )}
      <p className="faint">Correlation id {error.correlationId}</p>
      {retryHref && <LinkButton href={retryHref}>Try again</LinkButton>}
      {dismissible && (
        <Button className="with-scripting" onClick={() => setDismissed(error.correlationId)}>
          Dismiss
        </Button>
      )}
    </div>
  );
}
