import { Card } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import type { FileHead } from '../model/sniff-file.ts';
import { enrichmentTexts } from '../texts.ts';

/** The first rows of the chosen file; the key column stands out. */
export function HeadPreview({ head, keyColumn }: { readonly head: FileHead; readonly keyColumn: string }) {
  const t = useTexts(enrichmentTexts);
  return (
    <Card className="overflow-x-auto" aria-label={t('fileHead')} tabIndex={0}>
      <table className="ui-table" aria-label={t('fileHead')}>
        <thead>
          <tr>
            {head.columns.map((column, index) => (
              <th key={index} scope="col" className="ui-mono">
                {column}
                {column === keyColumn && <span className="ui-hint ml-1.5">{t('isKey')}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {head.rows.map((cells, row) => (
            <tr key={row}>
              {head.columns.map((_column, index) => (
                <td key={index} className="ui-mono max-w-72 truncate">
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
