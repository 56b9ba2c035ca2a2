import { Card } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { usageTexts } from './texts.ts';
import { Trend } from './trend.tsx';
import { perDay, trendOf, type UsageRow } from './usage-model.ts';

export interface UsageTableProps {
  readonly title: string;
  readonly events: string;
  readonly volume: string;
  readonly rows: readonly UsageRow[];
  /** The days that averages are over. */
  readonly days: number;
}

/** What each thing took in or let out, a day on average, and against the range before. */
export function UsageTable({ title, events, volume, rows, days }: UsageTableProps) {
  const t = useTexts(usageTexts);
  const format = useFormat();
  const bytes = (value: number) => {
    const { value: number, unit } = format.bytes(value);
    return (
      <span title={`${format.number(Math.round(value))} B`}>
        {number} <span className="text-muted">{unit}</span>
      </span>
    );
  };
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">{title}</h3>
      <Card className="overflow-x-auto">
        <table className="ui-table" aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('name')}</th>
              <th scope="col" className="ui-right">
                {events}
              </th>
              <th scope="col" className="ui-right">
                {volume}
              </th>
              <th scope="col" className="ui-right">
                {t('average')}
              </th>
              <th scope="col" className="ui-right">
                {t('trendHead')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.length === 0 && (
              <tr>
                <td colSpan={5} className="text-muted">
                  {t('none')}
                </td>
              </tr>
            )}
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  {row.name ?? (
                    <span className="text-muted">
                      <span className="ui-mono">{row.id}</span> · {t('removed')}
                    </span>
                  )}
                </td>
                <td className="ui-right ui-num" title={format.number(row.events)}>
                  {format.compact(row.events)}
                </td>
                <td className="ui-right ui-num">{bytes(row.bytes)}</td>
                <td className="ui-right ui-num">{bytes(perDay(row.bytes, days))}</td>
                <td className="ui-right">
                  <Trend change={trendOf(row.bytes, row.previous.bytes)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </section>
  );
}
