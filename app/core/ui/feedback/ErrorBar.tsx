import { useState } from "react";
import { errorBar } from "#app/core/specification/screens.ts";
import { Button, LinkButton } from "../Button.tsx";
import { Icon } from "../Icon.tsx";

export type ErrorText = {
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
  error: ErrorText;
  dismissible?: boolean;
  calm?: boolean;
  retryHref?: string;
}) {
  const [dismissed, setDismissed] = useState<string>();
  if (dismissed === error.correlationId) return null;
  return (
    <div className="error-bar tone-danger border-l-4 border-l-tone" role="alert">
      <Icon name="attention" />
      <div className="space-y-1">
        {!calm && (
          <p className="font-semibold text-danger">
            {errorBar} {error.statusLine} ({error.code})
          </p>
        )}
        <p className={calm ? "font-semibold text-danger" : undefined}>{error.message}</p>
        {error.advice && <p>{error.advice}</p>}
        {error.stack && (
          <details>
            <summary>Stack trace</summary>
            <pre className="mt-1 max-h-60 overflow-auto rounded border border-danger-line bg-surface p-2">
              {error.stack}
            </pre>
          </details>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pt-1 text-xs text-ink-soft">
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
