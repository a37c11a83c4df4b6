import type { ReactNode } from "react";
import { Page } from "#app/ui/shell/Page.tsx";
import { List, type ListProps } from "./List.tsx";

type Props<Row> = Omit<ListProps<Row>, "caption"> & {
  title: string;
  /** Stands beside the title. */
  actions?: ReactNode;
  /** What is open over the list: the panel of a row, or a dialog. */
  children?: ReactNode;
};

/** A page that is a list; what is open over it as children. */
export function ListScreen<Row>({ title, actions, children, ...list }: Props<Row>) {
  return (
    <Page title={title} actions={actions}>
      <List caption={title} {...list} />
      {children}
    </Page>
  );
}
