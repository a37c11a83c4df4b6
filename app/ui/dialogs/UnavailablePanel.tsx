import type { ReactNode } from "react";
import { LinkButton } from "../Button.tsx";
import { ErrorBar, type ErrorText } from "../feedback/ErrorBar.tsx";
import { RouteDialog } from "./RouteDialog.tsx";

type Props = {
  title: string;
  /** The message of the last submission, which may explain why the record is gone. */
  said?: ReactNode;
  /** Why it cannot be shown: a failure, or words. */
  error?: ErrorText | undefined;
  explanation?: string | undefined;
  retryHref?: string | undefined;
  closeTo: string;
  /** Links before the one back to the list. */
  ways?: ReactNode;
  children?: ReactNode;
};

/** A panel whose record cannot be shown: why, the known facts, and links. */
export function UnavailablePanel({
  title,
  said,
  error,
  explanation,
  retryHref,
  closeTo,
  ways,
  children,
}: Props) {
  return (
    <RouteDialog title={title} closeTo={closeTo} kind="wide-panel">
      {said}
      {error && <ErrorBar error={error} dismissible retryHref={retryHref} />}
      {explanation && <p>{explanation}</p>}
      {children}
      <p className="flex flex-wrap gap-2 pt-2">
        {ways}
        <LinkButton href={closeTo} data-scroll="keep">
          Back to the list
        </LinkButton>
      </p>
    </RouteDialog>
  );
}
