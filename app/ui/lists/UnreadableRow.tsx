import { Icon } from "../Icon.tsx";

/** A row of a list that could not be read: its id, and what was wrong with it. */
export function UnreadableRow({ id, problem, columns }: { id: string; problem: string; columns: number }) {
  return (
    <tr className="unreadable">
      <td colSpan={columns}>
        <Icon name="attention" />
        <span>
          <strong>{id}</strong> could not be read.
        </span>
        <details>
          <summary>What is wrong with it</summary>
          <p>{problem}</p>
        </details>
      </td>
    </tr>
  );
}
