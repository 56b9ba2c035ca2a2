import { Status } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { testingTexts } from './texts.ts';
import { isUnderWay, type DebugTest } from './use-debug-test.ts';

/** What a debug test is doing, and what it waits for; `from` names the label and its listener. */
export function DebugStatus({ test, from, live }: { readonly test: DebugTest; readonly from: string; readonly live: boolean }) {
  const t = useTexts(testingTexts);
  if (test.state === 'idle') return null;
  const failed = test.end === 'failed';
  return (
    <p role="status" className="flex flex-wrap items-center gap-2">
      {isUnderWay(test) ? (
        <Status tone={test.state === 'asking' ? 'neutral' : 'success'} shape={test.state === 'asking' ? 'ring' : 'dot'}>
          {test.state === 'asking' ? t('asking') : test.events === 0 ? t('waiting', { label: from }) : t('arrived', { count: test.events })}
        </Status>
      ) : (
        <Status tone={failed ? 'danger' : 'neutral'} shape={failed ? 'triangle' : 'ring'}>
          {t(`ended.${test.end ?? 'stopped'}`)} · {t('arrived', { count: test.events })}
        </Status>
      )}
      {live && isUnderWay(test) && <span className="pe-quiet">{t(test.state === 'asking' ? 'askingWhy' : 'waitingWhy')}</span>}
    </p>
  );
}
