import { ChartFigure } from "#app/charts/views/ChartFigure.tsx";
import { countWords, type TodayChart } from "#app/today/lines.ts";
import { Card } from "#app/ui/Card.tsx";
import { Since } from "#app/ui/text/Since.tsx";

/** A part of what waits as a drawing, with the lines that it was made of (today#charts). */
export const ChartCard = ({ shown: { title, about, chart, lines } }: { shown: TodayChart }) => (
  <Card title={title}>
    <ChartFigure
      chart={chart}
      caption={about}
      table={
        <table>
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Returns</th>
              <th scope="col">Cause</th>
              <th scope="col">Oldest</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.key}>
                <td>
                  <a href={line.href}>
                    {countWords(line)}
                    <span className="sr-only"> {line.words}</span>
                  </a>
                </td>
                <th scope="row" className="[overflow-wrap:anywhere]">
                  {line.words}
                </th>
                <td>{line.oldestAt === undefined ? "not known" : <Since at={line.oldestAt} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  </Card>
);
