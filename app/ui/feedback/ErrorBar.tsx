import { useState } from "react";
import { Button, Icon, LinkButton } from "../elements.tsx";

export type ShownError = {
  /** Such as 'Not Found'. */
  statusLine: string;
  /** The HTTP status; 0 without a response. */
  code: number;
  message: string;
  stack?: string;
  correlationId: string;
  advice: string;
};

/**
 * An error in a red bar (errors#error-bar): status line, code, message, stack. Dismissible, and shown again when the
 * error changes. A `calm` one is a normal result: nothing is broken, so it has no status.
 */
export function ErrorBar({
  error,
  dismissible = false,
  calm = false,
  retryHref,
}: {
  error: ShownError;
  dismissible?: boolean;
  calm?: boolean;
  retryHref?: string;
}) {
  const [dismissed, setDismissed] = useState<string>();
  if (dismissed === error.correlationId) return null;
  return (
    <div className="error-bar tone-danger" role="alert">
      <Icon name="attention" />
      <div>
        {!calm && (
          <p className="error-head">
            An error occurred: {error.statusLine} ({error.code})
          </p>
        )}
        <p className={calm ? "error-head" : undefined}>{error.message}</p>
        {error.advice && <p>{error.advice}</p>}
        {error.stack && (
          <details>
            <summary>Stack trace</summary>
            <pre>{error.stack}</pre>
          </details>
        )}
        <div className="error-foot">
          {retryHref && (
            <LinkButton href={retryHref} icon="refresh" data-replace="">
              Try again
            </LinkButton>
          )}
          {error.correlationId && !calm && (
            <span>
              Reference for support: <code>{error.correlationId}</code>
            </span>
          )}
        </div>
      </div>
      {dismissible && (
        <Button
          variant="quiet"
          icon="close"
          className="with-scripting self-start"
          aria-label="Dismiss"
          onClick={() => setDismissed(error.correlationId)}
        />
      )}
    </div>
  );
}
