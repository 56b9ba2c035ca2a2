import { useState } from 'react';
import { Button, Icon, Menu, MenuItem, toast } from '@acequia/ui';
import type { LetterFilter } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { callOperation } from '#lib/operations/call.ts';
import { errorToast } from '#lib/operations/error-toast.ts';
import { toOperationError } from '#lib/operations/operation-error.ts';
import { saveFile } from '#lib/save-file/save-file.ts';
import { deadLetterTexts } from '../texts.ts';

type FileFormat = 'ndjson' | 'csv';

/** Saves what is shown, all pages of it, as a file. */
export function ExportMenu({ filter, disabled }: { readonly filter: LetterFilter; readonly disabled: boolean }) {
  const t = useTexts(deadLetterTexts);
  const [count, setCount] = useState<number>();
  const save = async (format: FileFormat) => {
    setCount(0);
    try {
      const { parts, total, away } = await readAll(filter, format, setCount);
      saveFile(parts, `dead-letters.${format}`, format === 'csv' ? 'text/csv' : 'application/x-ndjson');
      toast({
        tone: away.length > 0 ? 'warning' : 'success',
        title: t('exported', { count: total }),
        ...(away.length > 0 ? { content: t('away', { names: away.join(', ') }) } : {}),
      });
    } catch (error) {
      errorToast(toOperationError(error));
    } finally {
      setCount(undefined);
    }
  };
  return (
    <>
      <Menu
        trigger={
          <Button loading={count !== undefined} disabled={disabled}>
            {t('export')}
            <Icon name="chevron-down" size={14} />
          </Button>
        }
      >
        <MenuItem onSelect={() => void save('ndjson')}>{t('exportNdjson')}</MenuItem>
        <MenuItem onSelect={() => void save('csv')}>{t('exportCsv')}</MenuItem>
      </Menu>
      <span className="ui-hidden" role="status">
        {count === undefined ? '' : t('exporting', { count })}
      </span>
    </>
  );
}

async function readAll(filter: LetterFilter, format: FileFormat, onCount: (count: number) => void) {
  const parts: string[] = [];
  const away = new Set<string>();
  let total = 0;
  let cursor: string | null = null;
  do {
    const page: { text: string; count: number; next: string | null; away: string[] } = await callOperation('deadLetters:export', {
      ...filter,
      format,
      ...(cursor === null ? {} : { cursor }),
    });
    parts.push(page.text);
    total += page.count;
    for (const name of page.away) away.add(name);
    onCount(total);
    cursor = page.next;
  } while (cursor !== null);
  return { parts, total, away: [...away] };
}
