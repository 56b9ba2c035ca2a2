import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import type { ChartLine } from './line-chart.tsx';
import { chartTexts } from './texts.ts';

/** The numbers of a chart, newest first. */
export function ChartTable({
  lines,
  at,
  say,
}: {
  readonly lines: readonly ChartLine[];
  readonly at: readonly number[];
  readonly say: (value: number) => string;
}) {
  const t = useTexts(chartTexts);
  const format = useFormat();
  return (
    <div className="chart-table" tabIndex={0} role="region" aria-label={t('table')}>
      <table className="ui-table" aria-label={t('table')}>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            {lines.map(({ name }) => (
              <th key={name} scope="col" className="ui-right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {at
            .map((moment, index) => (
              <tr key={moment}>
                <td className="text-muted">{format.moment(moment)}</td>
                {lines.map(({ name, values }) => (
                  <td key={name} className="ui-right ui-num">
                    {say(values[index] ?? 0)}
                  </td>
                ))}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </div>
  );
}
