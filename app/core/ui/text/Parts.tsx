import { Fragment } from "react";
import { keyed } from "../keyed.ts";

/** Texts in one line, each isolated from those beside it, whatever its direction (screens#direction). */
export const Parts = ({ texts }: { texts: readonly string[] }) =>
  keyed(texts, (text) => text).map(({ key, item: text }, index) => (
    <Fragment key={key}>
      {index > 0 && " · "}
      <bdi>{text}</bdi>
    </Fragment>
  ));
