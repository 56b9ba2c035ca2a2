import { useMemo, useState } from 'react';
import { CommandDialog, Kbd, type CommandEntry, type CommandGroup } from '@acequia/ui';
import { StateChip } from '#blocks/object-state/state-chip.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import type { PalettePage } from '#lib/command-palette/command-palette.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { findObjects, foldText, indexObjects, recentObjects, shownCount, type PaletteObject } from '../model/found-objects.ts';
import { paletteTexts } from '../texts.ts';
import { usePaletteCommands } from './use-palette-commands.ts';
import { usePaletteObjects } from './use-palette-objects.ts';

const icons = { listener: 'listener', pipeline: 'pipeline', datasink: 'datasink', enrichment: 'enrichment' } as const;
const kindOf = { listeners: 'listener', pipelines: 'pipeline', datasinks: 'datasink', enrichments: 'enrichment' } as const;

/** Goes anywhere and creates anything from the keyboard. Mounted while it is open. */
export function CommandPaletteWindow({ startPage, onClose }: { readonly startPage: PalettePage; readonly onClose: () => void }) {
  const t = useTexts(paletteTexts);
  const [page, setPage] = useState(startPage);
  const [value, setValue] = useState('');
  const sought = value.trim();
  const show = (next: PalettePage) => {
    setPage(next);
    setValue('');
  };
  const objects = usePaletteObjects();
  const commands = usePaletteCommands(show, onClose);
  const here = page === 'main' || page === 'create' ? objects : objects.filter(({ kind }) => kind === kindOf[page]);
  const seeking = sought !== '';
  const index = useMemo(() => (seeking ? indexObjects(here) : []), [here, seeking]);
  const entryOf = (object: PaletteObject): CommandEntry => ({
    id: object.id,
    icon: icons[object.kind],
    label: object.name,
    hint: object.tags.join(' · '),
    end: (
      <>
        <StateChip status={object.status} />
        {page === 'main' ? t(object.kind) : <TimeAgo atMs={object.updatedAt} />}
      </>
    ),
    run: () => commands.open(object),
  });
  const groupOf = (title: string, found: readonly PaletteObject[]): CommandGroup => ({
    title,
    entries: found.slice(0, shownCount).map(entryOf),
  });
  const matching = (entries: readonly CommandEntry[]) => entries.filter(({ label }) => foldText(label).includes(foldText(sought)));

  const found = sought === '' ? [] : findObjects(index, sought);
  const list = {
    main: {
      idle: [
        { title: t('create'), entries: commands.toCreate },
        groupOf(t('recent'), recentObjects(objects)),
        { title: t('goTo'), entries: commands.places },
      ],
      found: [
        groupOf(t('found'), found),
        { title: t('create'), entries: matching(commands.creations) },
        { title: t('goTo'), entries: matching(commands.places) },
      ],
    },
    create: {
      idle: [{ title: t('create'), entries: commands.creations }],
      found: [{ title: t('create'), entries: matching(commands.creations) }],
    },
  };
  const ofKind = (kindPage: keyof typeof kindOf) => ({
    idle: [{ title: t('goTo'), entries: commands.wholeList(kindPage) }, groupOf(t(kindPage), here)],
    found: [groupOf(t('found'), found)],
  });
  const { idle, found: matches } = page === 'main' || page === 'create' ? list[page] : ofKind(page);
  const some = (groups: readonly CommandGroup[]) => groups.filter(({ entries }) => entries.length > 0);
  const nothing = sought !== '' && some(matches).length === 0;
  const hidden = sought === '' ? (page in kindOf ? here.length : 0) - shownCount : page === 'create' ? 0 : found.length - shownCount;
  return (
    <CommandDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('title')}
      placeholder={t('placeholder')}
      value={value}
      onValue={setValue}
      onBack={() => page !== 'main' && show('main')}
      place={page === 'main' ? undefined : <span className="ui-tag">{t(page)}</span>}
      message={nothing ? t('nothing', { sought }) : undefined}
      groups={
        nothing
          ? some([{ title: t('suggestions'), entries: [...commands.toCreate, ...commands.places] }])
          : some(sought === '' ? idle : matches)
      }
      footer={
        <>
          <span>
            <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('move')}
          </span>
          <span>
            <Kbd>↵</Kbd> {t('run')}
          </span>
          <span>
            <Kbd>Esc</Kbd> {t('close')}
          </span>
          <span className="ml-auto truncate">{hidden > 0 ? t('more', { count: hidden }) : page === 'main' ? '' : t('back')}</span>
        </>
      }
    />
  );
}
