import { useNavigate } from '@tanstack/react-router';
import type { CommandEntry } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import type { PalettePage } from '#lib/command-palette/command-palette.ts';
import { useMay, useSession } from '#lib/session/index.ts';
import type { PaletteObject } from '../model/found-objects.ts';
import { paletteTexts } from '../texts.ts';

type ListPage = Exclude<PalettePage, 'main' | 'create'>;

export interface PaletteCommands {
  /** Opens the page of creations; absent for who may create nothing. */
  readonly toCreate: readonly CommandEntry[];
  readonly creations: readonly CommandEntry[];
  readonly places: readonly CommandEntry[];
  readonly wholeList: (page: ListPage) => readonly CommandEntry[];
  readonly open: (object: PaletteObject) => void;
}

/** What the palette can do for this user; going somewhere closes it. */
export function usePaletteCommands(show: (page: PalettePage) => void, onClose: () => void): PaletteCommands {
  const t = useTexts(paletteTexts);
  const navigate = useNavigate();
  const mayCreate = {
    listener: useMay('listener:create'),
    pipeline: useMay('pipeline:create'),
    datasink: useMay('datasink:create'),
    enrichment: useMay('lookup:create'),
  };
  const mayRead = {
    listeners: useMay('listener:read'),
    pipelines: useMay('pipeline:read'),
    datasinks: useMay('datasink:read'),
    enrichments: useMay('lookup:read'),
  };
  const mayReadUsers = useMay('user:read');
  const { features } = useSession();
  const pages = [
    { to: '/dead-letters', id: 'deadLetters', icon: 'archive', offered: useMay('dead-letter:read') },
    { to: '/alerts', id: 'alerts', icon: 'alert', offered: useMay('alert:read') && features.includes('alerts') },
    { to: '/health', id: 'health', icon: 'health', offered: useMay('cluster:read') && features.includes('engine-alerts') },
    { to: '/datahistory', id: 'history', icon: 'history', offered: useMay('listener:read') },
    { to: '/marketplace', id: 'marketplace', icon: 'marketplace', offered: useMay('template:read') },
  ] as const;
  const going = (go: () => Promise<void>) => () => {
    onClose();
    void go();
  };
  const lists: Readonly<Record<ListPage, () => Promise<void>>> = {
    listeners: () => navigate({ to: '/listeners' }),
    pipelines: () => navigate({ to: '/pipelines' }),
    datasinks: () => navigate({ to: '/datasinks' }),
    enrichments: () => navigate({ to: '/enrichments' }),
  };
  const kinds = [
    { page: 'listeners', icon: 'listener' },
    { page: 'pipelines', icon: 'pipeline' },
    { page: 'datasinks', icon: 'datasink' },
    { page: 'enrichments', icon: 'enrichment' },
  ] as const;

  const creations: CommandEntry[] = [
    { id: 'listener', icon: 'listener', label: t('newListener'), run: going(() => navigate({ to: '/listeners/create/type' })) } as const,
    { id: 'pipeline', icon: 'pipeline', label: t('newPipeline'), run: going(() => navigate({ to: '/pipelines/create' })) } as const,
    { id: 'datasink', icon: 'datasink', label: t('newDatasink'), run: going(() => navigate({ to: '/datasinks/create/type' })) } as const,
    {
      id: 'enrichment',
      icon: 'enrichment',
      label: t('newEnrichment'),
      run: going(() => navigate({ to: '/enrichments/create/type' })),
    } as const,
  ].filter(({ id }) => mayCreate[id]);

  return {
    toCreate: creations.length === 0 ? [] : [{ id: 'create', icon: 'plus', label: t('createIn'), run: () => show('create') }],
    creations,
    places: [
      ...kinds
        .filter(({ page }) => mayRead[page])
        .map(({ page, icon }): CommandEntry => ({ id: page, icon, label: t(page), run: () => show(page) })),
      ...pages
        .filter(({ offered }) => offered)
        .map(({ id, icon, to }): CommandEntry => ({ id, icon, label: t(id), run: going(() => navigate({ to })) })),
      ...(mayReadUsers
        ? [
            {
              id: 'users',
              icon: 'users',
              label: t('users'),
              run: going(() =>
                navigate({ to: '.', search: (now) => ({ ...now, section: 'tenant' as const, option: 'control_access_users' as const }) }),
              ),
            } as const,
          ]
        : []),
    ],
    wholeList: (page) => [{ id: `all-${page}`, icon: 'list', label: `${t(page)} · ${t('all')}`, run: going(lists[page]) }],
    open: ({ kind, id }) => {
      onClose();
      const go = {
        listener: () => navigate({ to: '/listeners/$listenerId', params: { listenerId: id } }),
        pipeline: () => navigate({ to: '/pipelines/$pipelineId/{-$version}', params: { pipelineId: id } }),
        datasink: () => navigate({ to: '/datasinks/$datasinkId', params: { datasinkId: id } }),
        enrichment: () => navigate({ to: '/enrichments/$lookupId/edit', params: { lookupId: id } }),
      };
      void go[kind]();
    },
  };
}
