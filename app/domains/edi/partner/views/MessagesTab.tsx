import type { CodeView } from "#app/domains/edi/codes.ts";
import type { MessagePage, MessageView, PartnerView } from "#app/domains/edi/partner/detail/messages.ts";
import type { LevelView, PackageView } from "#app/domains/edi/partner/detail/packing.ts";
import { LinkButton } from "#app/ui/Button.tsx";
import { Card } from "#app/ui/Card.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { StatusBadge } from "#app/ui/feedback/Status.tsx";
import { PageSelector } from "#app/ui/lists/Pager.tsx";
import { JsonTree } from "#app/ui/text/JsonTree.tsx";
import { Lines, OrderMessage } from "./OrderMessage.tsx";

type Props = {
  page: MessagePage;
  pageHref: string;
  /** Shown if there is no message that can be shown. */
  none: string;
  /** Only the messages' headers are available. */
  reduced?: boolean;
  segmentsHref?: string;
  /** The segments of a message; append its reference. */
  messageHref?: string;
};

/** A summary per message (edi#messages). */
export function MessagesTab({ page, pageHref, none, reduced = false, segmentsHref, messageHref }: Props) {
  const pages = (label: string) =>
    page.pages > 1 && (
      <PageSelector
        label={label}
        current={page.page}
        total={page.pages}
        hrefFor={(number) => `${pageHref}${number}`}
      />
    );
  return (
    <div className="space-y-3">
      {page.messages.length === 0 ? <p>{none}</p> : <p className="text-sm text-ink-soft">{page.about}</p>}
      {reduced && (
        <Notice tone="background">
          This interchange is very long: its messages are shown here with their headers only.{" "}
          {segmentsHref && <a href={segmentsHref}>Its segments show everything.</a>}
        </Notice>
      )}
      {page.others && <p>{page.others}</p>}
      {pages("Pages of the messages")}
      {page.messages.map((message) => (
        <Card
          key={message.key}
          title={message.label || "Message without a type"}
          actions={
            messageHref &&
            message.reference && (
              <LinkButton href={`${messageHref}${encodeURIComponent(message.reference)}`}>
                Segments<span className="sr-only"> of message {message.reference}</span>
              </LinkButton>
            )
          }
        >
          {message.refusal && (
            <p>
              <StatusBadge tone="attention">{message.refusal}</StatusBadge>
            </p>
          )}
          <Message message={message} />
        </Card>
      ))}
      {pages("Pages of the messages, below them")}
    </div>
  );
}

type Row = [name: string, value: string];

const inWords = ({ code, meaning }: CodeView): string => (meaning === "" ? code : `${code} (${meaning})`);
const inFull = ({ identification, qualifier }: PartnerView): string =>
  [identification, qualifier.code && `qualifier ${inWords(qualifier)}`].filter(Boolean).join(", ");

function Values({ rows }: { rows: Row[] }) {
  return (
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-sm text-ink-faint">{name}</dt>
          <dd className="wrap-anywhere">{value || "–"}</dd>
        </div>
      ))}
    </dl>
  );
}

function Message({ message }: { message: MessageView }) {
  const general: Row[] = [
    ["Message Reference Number", message.reference],
    ["Document Identifier", message.documentIdentifier],
    ["Message Type", message.label],
  ];
  if (message.kind === "control") {
    return (
      <>
        <Values
          rows={[
            ...general,
            ["Action", inWords(message.action)],
            ["Original Interchange Control Reference", message.controlReference],
            ["Original Sender", inFull(message.sender)],
            ["Original Recipient", inFull(message.recipient)],
          ]}
        />
        {message.refused.length > 0 && (
          <ul className="list-disc pl-5 text-sm wrap-anywhere">
            {message.refused.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </>
    );
  }
  const codes: Row[] = [
    ["Document Name Code", inWords(message.documentName)],
    ["Message Function Code", inWords(message.messageFunction)],
  ];
  if (message.kind === "heading") {
    return (
      <>
        <Values rows={[...general, ...codes]} />
        <p className="text-ink-soft">A full detail table has not been built for this type of message.</p>
        {message.text ? (
          <JsonTree value={JSON.parse(message.text)} label="Message" />
        ) : (
          <p>The message is too long to be shown here: its segments show everything.</p>
        )}
      </>
    );
  }
  return (
    <>
      <Values
        rows={[
          ...general,
          ...codes,
          ...(message.order.responseType
            ? [["Response Type Code", message.order.responseType] satisfies Row]
            : []),
        ]}
      />
      <OrderMessage order={message.order} />
      {message.kind === "despatch" && <Packing levels={message.packing} />}
    </>
  );
}

/** The consignment packing sequences, nested, down to the goods identity numbers (edi#packing). */
function Packing({ levels }: { levels: LevelView[] }) {
  return (
    <section className="space-y-1">
      <h3>Consignment packing sequences</h3>
      {levels.length === 0 ? <p className="text-ink-faint">None</p> : <Levels levels={levels} />}
    </section>
  );
}

function Levels({ levels }: { levels: LevelView[] }) {
  return (
    <ul className="space-y-2">
      {levels.map((level) => (
        <li key={level.key} className="border-l-2 border-line pl-3">
          <Level level={level} />
        </li>
      ))}
    </ul>
  );
}

function Level({ level: { title, problem, packages, lines, inside } }: { level: LevelView }) {
  if (packages.length + lines.length + inside.length === 0) return <p>{title}</p>;
  return (
    <details open>
      <summary className="font-medium">{title}</summary>
      <div className="mt-1 space-y-2">
        {problem && <p className="text-sm text-attention">{problem}</p>}
        {packages.map((one) => (
          <Package key={one.key} package={one} />
        ))}
        {lines.length > 0 && <Lines lines={lines} caption={`Lines of ${title}`} />}
        {inside.length > 0 && <Levels levels={inside} />}
      </div>
    </details>
  );
}

function Package({ package: { title, markings } }: { package: PackageView }) {
  return (
    <div className="text-sm">
      <div>Package: {title}</div>
      {markings.map(({ key, instructions, marks, numbers }) => (
        <div key={key} className="pl-3">
          <div className="text-ink-soft">
            {["Package identification", instructions && `: ${instructions}`, marks && `, marks ${marks}`]
              .filter(Boolean)
              .join("")}
          </div>
          {numbers.map(({ label, values }) => (
            <div key={`${label} ${values[0]}`} className="wrap-anywhere">
              {label}: <code>{values.join(", ")}</code>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
