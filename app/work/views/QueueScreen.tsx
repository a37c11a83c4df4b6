import { type Flash, FollowedMessage } from "#app/http/FlashMessage.tsx";
import { todayPath } from "#app/today/paths.ts";
import { LinkButton } from "#app/ui/Button.tsx";
import { Card } from "#app/ui/Card.tsx";
import { Table } from "#app/ui/lists/Table.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import { Since } from "#app/ui/text/DateTime.tsx";

type Row = { id: string; place: number; href: string; name: string; words: string };

type Props = {
  title: string;
  listHref: string;
  of: number;
  done: number;
  tally: string;
  isCut: boolean;
  changedAt: number;
  nextHref: string | undefined;
  stillListed: number;
  againHref: string;
  rows: Row[];
  flash: Flash | undefined;
};

/** A queue as a whole: what was done, and where it goes on (queue#end). */
export function QueueScreen({ title, listHref, nextHref, againHref, rows, flash, ...queue }: Props) {
  const { of, done, tally, isCut, changedAt, stillListed } = queue;
  return (
    <Page
      title={`Work through: ${title}`}
      actions={
        <>
          <LinkButton href={listHref}>Back to the list</LinkButton>
          <LinkButton href={todayPath}>Today</LinkButton>
        </>
      }
    >
      {flash && <FollowedMessage key={flash.follow} flash={flash} />}
      <Card>
        {nextHref ? (
          <p>
            <strong>{`${done} of ${of} done`}</strong>
            {tally && `: ${tally}`}.
          </p>
        ) : (
          <p>
            {of > 0 && <strong>{`You have worked through ${of}: ${tally}. `}</strong>}
            {stillListed === 0 && (
              <>
                Clear <Since at={changedAt} />.
              </>
            )}
          </p>
        )}
        {isCut && <p className="text-ink-soft">The list goes on beyond these.</p>}
        {nextHref ? (
          <p className="pt-2">
            <LinkButton href={nextHref} variant="primary">
              Go on
            </LinkButton>
          </p>
        ) : (
          stillListed > 0 && (
            <p className="pt-2">
              <LinkButton href={againHref} variant="primary">
                {`Once more: ${stillListed} of these are still in the list`}
              </LinkButton>
            </p>
          )
        )}
      </Card>
      {rows.length > 0 && (
        <Table
          caption="Records of the queue"
          rows={rows}
          rowKey={({ id }) => id}
          rowHref={({ href }) => href}
          columns={[
            { key: "place", header: "Place", align: "end", tight: true, cell: ({ place }) => place },
            {
              key: "name",
              header: "Record",
              narrow: "title",
              cell: ({ name, href }) => <a href={href}>{name}</a>,
            },
            { key: "words", header: "What became of it", cell: ({ words }) => words },
          ]}
          empty={null}
        />
      )}
    </Page>
  );
}
