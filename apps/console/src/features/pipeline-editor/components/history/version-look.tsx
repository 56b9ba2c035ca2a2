import type { Version } from '@acequia/contract';
import { Status, type Tone } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { versionState, type VersionState } from '../../model/version-state.ts';
import { editorTexts } from '../../texts.ts';

const look: Record<VersionState, { readonly tone: Tone; readonly shape: 'dot' | 'bars' | 'ring' | 'question' | 'triangle' }> = {
  running: { tone: 'success', shape: 'dot' },
  stopped: { tone: 'warning', shape: 'bars' },
  draft: { tone: 'warning', shape: 'ring' },
  'never-run': { tone: 'neutral', shape: 'ring' },
  archived: { tone: 'neutral', shape: 'ring' },
  autosaved: { tone: 'neutral', shape: 'ring' },
  starting: { tone: 'in', shape: 'ring' },
  waiting: { tone: 'warning', shape: 'question' },
  refused: { tone: 'danger', shape: 'triangle' },
};

export function VersionStatus({ version }: { readonly version: Pick<Version, 'status' | 'start' | 'kind'> }) {
  const t = useTexts(editorTexts);
  const state = versionState(version);
  return <Status {...look[state]}>{t(`version.${state}`)}</Status>;
}

/** What a version is called: v1.2.0, Draft, Draft 12 for its revision 12. */
export function useVersionName(): (version: Pick<Version, 'version' | 'status'>) => string {
  const t = useTexts(editorTexts);
  return ({ version, status }) => {
    if (status === 'draft') return t('draft');
    return status === 'autosaved' ? t('draftState', { revision: version.split('-')[1] ?? version }) : `v${version}`;
  };
}
