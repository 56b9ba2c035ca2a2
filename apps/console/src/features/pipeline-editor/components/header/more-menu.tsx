import type { PipelineInput, PipelineText, TextForm } from '@acequia/pipeline';
import { copyText, IconButton, Menu, MenuItem, MenuRule, toast } from '@acequia/ui';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { duplicateTexts } from '#blocks/duplicate-pipeline/texts.ts';
import { useDuplicatePipeline } from '#blocks/duplicate-pipeline/use-duplicate-pipeline.ts';
import { ReplayLink } from '#blocks/replays/replay-link.tsx';
import { useTexts } from '#i18n/index.ts';
import { saveFile } from '#lib/save-file/save-file.ts';
import { errorToast, operationQuery, toOperationError, useCommand } from '#lib/operations/index.ts';
import { useMay } from '#lib/session/index.ts';
import { surroundingsOf } from '../../model/catalogue.ts';
import { editorTexts } from '../../texts.ts';
import { useServices, useView } from '../editor-context.ts';

const ImportDialog = lazy(() => import('../dialogs/import-dialog.tsx').then((module) => ({ default: module.ImportDialog })));
const UpgradeDialog = lazy(() => import('../dialogs/upgrade-dialog.tsx').then((module) => ({ default: module.UpgradeDialog })));
const file = () => import('../../model/pipeline-file.ts');

/** The pipeline as a file, out and in; events sent through it again. */
export function MoreMenu({
  pipelineId,
  version,
  name,
  onShortcuts,
}: {
  readonly pipelineId: string;
  /** The published version that is shown; undefined for the draft. */
  readonly version: string | undefined;
  readonly name: string;
  readonly onShortcuts: () => void;
}) {
  const t = useTexts(editorTexts);
  const td = useTexts(duplicateTexts);
  const duplicate = useDuplicatePipeline();
  const mayCreate = useMay('pipeline:create');
  const mayReplay = useMay('pipeline:update');
  const mayReadContent = useMay('content:read');
  const { store, actions, readOnly } = useServices();
  const { upgrades, catalogue } = useView();
  const input = useRef<HTMLInputElement>(null);
  const [dialog, setDialog] = useState<'upgrade' | ({ readonly name: string } & PipelineText)>();
  const client = useQueryClient();
  const savedTests = async (): Promise<PipelineText['tests']> => {
    const saved = await client.fetchQuery(operationQuery('pipelineTests:list', { pipelineId, version: version ?? 'Main' }));
    return saved.map(({ test }) => test);
  };
  /** The document on the screen, what it receives, and the tests that are kept with it: these hold events. */
  const text = async (): Promise<TakenOut> => {
    const [{ inputOf }, tests] = await Promise.all([file(), mayReadContent ? savedTests() : []]);
    const document = store.document();
    const conditionOf = (label: string) => catalogue.labels.find(({ id }) => id === label)?.condition;
    return { document, tests, input: inputOf(document, surroundingsOf(catalogue), conditionOf) };
  };
  const importTests = useCommand('pipelineTests:import');
  /** One after the other: each fits into a call. */
  const takeTests = async (tests: PipelineText['tests']) => {
    for (const test of tests) await importTests.mutateAsync({ pipelineId, tests: [test] }).catch(() => undefined);
  };
  const take = async (chosen: File) => {
    const { parsePipeline } = await file();
    const parsed = parsePipeline(await chosen.text());
    if (parsed.ok) {
      setDialog({ name: chosen.name, ...parsed.value });
    } else {
      toast({
        level: 'alert',
        title: t('importFailed'),
        content: t('importFailedWhy', { path: parsed.error.path || t('importTop'), message: parsed.error.message }),
      });
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".yaml,.yml,.json"
        hidden
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen) void take(chosen);
        }}
      />
      <Menu trigger={<IconButton icon="more" label={t('more')} />}>
        <MenuItem
          icon="copy"
          onSelect={() =>
            void text()
              .then(copy)
              .then(() => toast({ title: t('yamlCopied') }))
          }
        >
          {t('copyYaml')}
        </MenuItem>
        <MenuItem
          icon="archive"
          onSelect={() =>
            void text()
              .then((content) => download(name, content, 'yaml'))
              .catch(tell)
          }
        >
          {t('downloadYaml')}
        </MenuItem>
        <MenuItem
          icon="archive"
          onSelect={() =>
            void text()
              .then((content) => download(name, content, 'json'))
              .catch(tell)
          }
        >
          {t('downloadJson')}
        </MenuItem>
        {!readOnly && (
          <MenuItem icon="code" onSelect={() => input.current?.click()}>
            {t('importYaml')}
          </MenuItem>
        )}
        {!readOnly && upgrades.length > 0 && (
          <>
            <MenuRule />
            <MenuItem icon="refresh" end={upgrades.length} onSelect={() => setDialog('upgrade')}>
              {t('upgradeAll')}
            </MenuItem>
          </>
        )}
        {mayCreate && (
          <MenuItem icon="copy" onSelect={() => void duplicate({ id: pipelineId, name })}>
            {td('duplicate')}
          </MenuItem>
        )}
        {mayReplay && (
          <>
            <MenuRule />
            <MenuItem asChild>
              <ReplayLink begin={{ replayPipeline: pipelineId, replayVersion: version }} />
            </MenuItem>
          </>
        )}
        <MenuRule />
        <MenuItem icon="info" end="?" onSelect={onShortcuts}>
          {t('shortcuts')}
        </MenuItem>
      </Menu>
      <Suspense>
        {dialog === 'upgrade' && <UpgradeDialog upgrades={upgrades} onClose={() => setDialog(undefined)} />}
        {typeof dialog === 'object' && (
          <ImportDialog
            name={dialog.name}
            document={dialog.document}
            tests={dialog.tests.length}
            onClose={() => setDialog(undefined)}
            onImport={() => {
              actions.replace('import', dialog.document);
              void takeTests(dialog.tests);
              toast({ title: t('imported', { name: dialog.name }), action: { text: t('undoIt'), command: store.undo } });
              setDialog(undefined);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

const tell = (error: unknown): void => errorToast(toOperationError(error));

interface TakenOut extends PipelineText {
  readonly input: PipelineInput | undefined;
}

async function copy(taken: TakenOut): Promise<void> {
  const { printPipeline } = await file();
  await copyText(printPipeline(taken));
}

async function download(name: string, taken: TakenOut, form: TextForm): Promise<void> {
  const { printPipeline } = await file();
  saveFile([printPipeline(taken, form)], `${name}.${form}`, `application/${form}`);
}
