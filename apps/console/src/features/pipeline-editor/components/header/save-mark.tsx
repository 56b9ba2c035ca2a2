import { Button, classNames, CopyCode, Icon, Note, Popover, Spinner, Tooltip, toneClass, type IconName, type Tone } from '@acequia/ui';
import { useSyncExternalStore } from 'react';
import { TimeAgo, useFormat } from '#lib/format/index.ts';
import { useTexts } from '#i18n/index.ts';
import type { SaveStates } from '../../model/save-states.ts';
import { saveMarkTexts } from '../../texts/save-mark.ts';

export interface SaveMarkProps {
  readonly states: SaveStates;
  /** Settles a conflict with somebody else's draft. */
  readonly onResolve: () => void;
  readonly onSaveAgain: () => void;
}

/** Whether the draft is safe, in words; what the server refused, with its reason and what to do. */
export function SaveMark({ states, onResolve, onSaveAgain }: SaveMarkProps) {
  const t = useTexts(saveMarkTexts);
  const format = useFormat();
  const state = useSyncExternalStore(states.subscribe, states.get);
  switch (state.type) {
    case 'saved':
      return (
        <Mark icon="check" tone="neutral" title={state.atMs === undefined ? undefined : format.exactly(state.atMs)}>
          {state.atMs === undefined ? t('savedAll') : <SavedAgo atMs={state.atMs} />}
        </Mark>
      );
    case 'saving':
      return (
        <output className="pe-save">
          <Spinner size={12} />
          {t('saving')}
        </output>
      );
    case 'offline':
      return (
        <Mark icon="cloud" tone="warning" title={t('offline')}>
          {t('offlineShort')}
        </Mark>
      );
    case 'conflict':
      return (
        <span className="pe-save">
          <Mark icon="warning" tone="danger" title={t('conflict')}>
            {t('conflictShort')}
          </Mark>
          <Button size="sm" variant="ghost" onClick={onResolve}>
            {t('resolve')}
          </Button>
        </span>
      );
    case 'refused':
      return (
        <span className="pe-save">
          <Mark icon="error" tone="danger" title={state.title}>
            {t('refused')}
          </Mark>
          <Popover
            label={t('refused')}
            trigger={
              <Button size="sm" variant="ghost">
                {t('refusedShow')}
              </Button>
            }
          >
            <div className="pe-running">
              <Note tone="danger" title={state.title}>
                {state.text} <CopyCode text={state.code} />
              </Note>
              <p className="pe-quiet">{t('refusedKept')}</p>
              <Button size="sm" icon="refresh" onClick={onSaveAgain}>
                {t('tryAgain')}
              </Button>
            </div>
          </Popover>
        </span>
      );
  }
}

function SavedAgo({ atMs }: { readonly atMs: number }) {
  const t = useTexts(saveMarkTexts);
  const [before = '', after = ''] = t('saved', { ago: '\n' }).split('\n');
  return (
    <>
      <span className="pe-saved-word">{before}</span>
      <TimeAgo atMs={atMs} />
      {after}
    </>
  );
}

function Mark({
  icon,
  tone,
  title,
  children,
}: {
  readonly icon: IconName;
  readonly tone: Tone;
  readonly title: string | undefined;
  readonly children: React.ReactNode;
}) {
  return (
    <Tooltip text={title}>
      <output className={classNames('pe-save', toneClass(tone), tone !== 'neutral' && 'pe-ink')}>
        <Icon name={icon} size={12} />
        <span>{children}</span>
      </output>
    </Tooltip>
  );
}
