import { IconButton } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../../texts.ts';
import { XrayView } from './xray-view.tsx';

export interface XrayTabProps {
  readonly pipelineId: string;
  readonly event: { readonly id: string; readonly receivedMs: number; readonly version: string };
  readonly onLeave: () => void;
}

/** The way of the event that the address names. */
export function XrayTab({ pipelineId, event: { id, receivedMs, version }, onLeave }: XrayTabProps) {
  const t = useTexts(editorTexts);
  return (
    <section className="pe-xray" aria-label={t('xrayTitle')}>
      <header>
        <h2>{t('xrayTitle')}</h2>
        <p className="pe-quiet">{version === 'Main' ? t('xrayAboutDraft') : t('xrayAbout', { version })}</p>
        <IconButton icon="x" size="sm" label={t('xrayClose')} onClick={onLeave} />
      </header>
      <XrayView pipelineId={pipelineId} version={version} eventId={id} receivedMs={receivedMs} />
    </section>
  );
}
