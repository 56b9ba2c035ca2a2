import { useState } from 'react';
import { Button, Card, SearchInput } from '@acequia/ui';
import type { Lookup, LookupRows, LookupVersion } from '@acequia/contract';
import { useSettled } from '#blocks/labels/use-settled.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { useRows } from '../model/use-rows.ts';
import { enrichmentTexts } from '../texts.ts';

interface RowsProps {
  readonly lookup: Lookup;
  readonly version: LookupVersion;
}

/** Rows of a version, all or those with a text, more of them on demand. */
export function RowBrowser(props: RowsProps) {
  const t = useTexts(enrichmentTexts);
  const [typed, setTyped] = useState('');
  const search = useSettled(typed, 300);
  return (
    <section className="flex flex-col gap-2 min-w-0">
      <span className="w-64">
        <SearchInput value={typed} onChange={setTyped} aria-label={t('rowsSearch')} placeholder={t('rowsSearch')} />
      </span>
      <Rows key={search} {...props} search={search} />
    </section>
  );
}

function Rows({ lookup, version, search }: RowsProps & { readonly search: string }) {
  const t = useTexts(enrichmentTexts);
  const format = useFormat();
  const { state, more, stop } = useRows(lookup.id, version.number, search);
  const { rows, next, read, busy, error } = state;
  return (
    <>
      {busy && search !== '' && (
        <span className="flex items-center gap-2 ui-hint" role="status">
          {t('searching', { percent: format.percent(read) })}
          <Button size="sm" variant="ghost" onClick={stop}>
            {t('stopSearch')}
          </Button>
        </span>
      )}
      {error && (
        <p className="ui-error" role="alert">
          {describeError(error).text} ({error.code})
        </p>
      )}
      {rows.length > 0 && <RowTable columns={version.columns} rows={rows} />}
      {!busy && rows.length === 0 && !error && <p className="text-muted py-4 text-center">{t('nothing')}</p>}
      {!busy && next !== null && (
        <Button className="self-center" onClick={more}>
          {t('loadMore')}
        </Button>
      )}
      {!busy && next === null && rows.length > 100 && <p className="ui-hint text-center">{t('end')}</p>}
    </>
  );
}

function RowTable({ columns, rows }: { readonly columns: readonly string[]; readonly rows: LookupRows['rows'] }) {
  const t = useTexts(enrichmentTexts);
  const format = useFormat();
  return (
    <Card className="enrichment-rows" tabIndex={0} aria-label={t('rows')}>
      <table className="ui-table" aria-label={t('rows')}>
        <thead>
          <tr>
            <th scope="col" className="ui-right">
              {t('rowNumber')}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="ui-mono">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, cells }) => (
            <tr key={row}>
              <td className="ui-right ui-num text-muted">{format.number(row + 1)}</td>
              {cells.map((cell, index) => (
                <td key={index} className="ui-mono max-w-72 truncate" title={cell ?? undefined}>
                  {cell ?? <span className="ui-hint">null</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
