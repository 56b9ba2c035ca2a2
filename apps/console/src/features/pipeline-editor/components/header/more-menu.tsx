import type { PipelineDocument } from '@acequia/pipeline';
import { copyText, IconButton, Menu, MenuItem, MenuRule, toast } from '@acequia/ui';
import { useRef } from 'react';
import { ReplayLink } from '#blocks/replays/replay-link.tsx';
import { useTexts } from '#i18n/index.ts';
import { saveFile } from '#lib/save-file/save-file.ts';
import { useMay } from '#lib/session/index.ts';
import { editorTexts } from '../../texts.ts';
import { useServices } from '../editor-context.ts';

const yaml = () => import('../../model/pipeline-file.ts');

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
  const mayReplay = useMay('pipeline:update');
  const { store, actions, readOnly } = useServices();
  const file = useRef<HTMLInputElement>(null);
  const take = async (chosen: File) => {
    const { parseDocument } = await yaml();
    const parsed = parseDocument(await chosen.text());
    if (parsed.ok) {
      actions.replace('import', parsed.value);
      toast({ title: t('imported', { name: chosen.name }), action: { text: t('undoIt'), run: store.undo } });
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
        ref={file}
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
        <MenuItem icon="copy" onSelect={() => void copy(store.document()).then(() => toast({ title: t('yamlCopied') }))}>
          {t('copyYaml')}
        </MenuItem>
        <MenuItem icon="archive" onSelect={() => void download(`${name}.yaml`, store.document())}>
          {t('downloadYaml')}
        </MenuItem>
        {!readOnly && (
          <MenuItem icon="code" onSelect={() => file.current?.click()}>
            {t('importYaml')}
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
    </>
  );
}

async function copy(document: PipelineDocument): Promise<void> {
  const { printDocument } = await yaml();
  await copyText(printDocument(document));
}

async function download(name: string, document: PipelineDocument): Promise<void> {
  const { printDocument } = await yaml();
  saveFile([printDocument(document)], name, 'application/yaml');
}
