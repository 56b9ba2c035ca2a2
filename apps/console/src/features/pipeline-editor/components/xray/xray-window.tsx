import { lazy, Suspense } from 'react';
import { Dialog } from '@acequia/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { noXray } from '#lib/search/xray-search.ts';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../../texts.ts';

/** Brings every component's definition along. */
const XrayView = lazy(() => import('./xray-view.tsx').then((module) => ({ default: module.XrayView })));

/** Open while the address names an event. */
export function XrayWindow({ pipelineId, version }: { readonly pipelineId: string; readonly version: string }) {
  const t = useTexts(editorTexts);
  const navigate = useNavigate();
  const { xray, xrayAt, xrayVersion = version } = useSearch({ strict: false });
  if (xray === undefined || !Number.isSafeInteger(Number(xrayAt))) return null;
  const close = () => void navigate({ to: '.', search: ((now: object) => ({ ...now, ...noXray })) as never });
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && close()}
      title={t('xrayTitle')}
      description={xrayVersion === 'Main' ? t('xrayAboutDraft') : t('xrayAbout', { version: xrayVersion })}
    >
      <Suspense>
        <XrayView pipelineId={pipelineId} version={xrayVersion} eventId={xray} receivedMs={Number(xrayAt)} />
      </Suspense>
    </Dialog>
  );
}
