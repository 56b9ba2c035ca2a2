import { Button, Checkbox, IconButton, Popover } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { arranged, isArranged, moved, nameColumn, resized, toggleHidden, togglePinned } from './table-settings.ts';
import { listTexts } from './texts.ts';
import { useTableSettings } from './use-table-settings.ts';

/** px a press on narrower or wider changes. */
const stepPx = 24;
const usualPx = 140;

/** Which columns a table shows, in which order, pinned, how wide: everything that can be dragged, without dragging. */
export function TableSettingsMenu({
  list,
  columns,
}: {
  readonly list: string;
  readonly columns: readonly { readonly id: string; readonly head: string }[];
}) {
  const t = useTexts(listTexts);
  const { settings, change } = useTableSettings(list);
  const rows = arranged(columns, settings);
  return (
    <Popover label={t('tableSettings')} align="end" trigger={<IconButton icon="columns" size="sm" label={t('tableSettings')} />}>
      <ul className="flex flex-col gap-0.5 max-h-96 overflow-auto" aria-label={t('tableSettings')}>
        {[...rows.filter(({ id }) => id !== nameColumn), ...rows.filter(({ id }) => id === nameColumn)].map(({ id, head }) => {
          const width = settings.widths[id] ?? usualPx;
          const fixed = id === nameColumn;
          const isPinned = settings.pinned.includes(id);
          return (
            <li key={id} className="flex items-center gap-1 min-h-8">
              <label className="flex items-center gap-2 w-44 min-w-0">
                <Checkbox
                  checked={fixed || !settings.hidden.includes(id)}
                  disabled={fixed}
                  onChange={() => change(toggleHidden(settings, id))}
                />
                <span className="truncate">{head}</span>
              </label>
              <IconButton
                icon="pin"
                size="sm"
                label={t('pin', { name: head })}
                disabled={fixed}
                aria-pressed={fixed || isPinned}
                className={isPinned ? 'text-accent' : ''}
                onClick={() => change(togglePinned(settings, id))}
              />
              <IconButton
                icon="chevron-up"
                size="sm"
                label={t('moveLeft', { name: head })}
                disabled={fixed}
                onClick={() => change(moved(settings, columns, id, -1))}
              />
              <IconButton
                icon="chevron-down"
                size="sm"
                label={t('moveRight', { name: head })}
                disabled={fixed}
                onClick={() => change(moved(settings, columns, id, 1))}
              />
              <IconButton
                icon="minus"
                size="sm"
                label={t('narrower', { name: head })}
                onClick={() => change(resized(settings, id, width - stepPx))}
              />
              <IconButton
                icon="plus"
                size="sm"
                label={t('wider', { name: head })}
                onClick={() => change(resized(settings, id, width + stepPx))}
              />
            </li>
          );
        })}
      </ul>
      <div className="pt-2 mt-2 border-t border-line">
        <Button size="sm" variant="ghost" icon="undo" disabled={!isArranged(settings)} onClick={() => change(undefined)}>
          {t('resetTable')}
        </Button>
      </div>
    </Popover>
  );
}
