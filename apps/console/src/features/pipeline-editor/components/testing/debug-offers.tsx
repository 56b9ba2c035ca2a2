import { secondMs } from '@acequia/base';
import type { PreviewSample } from '@acequia/contract';
import { Button, Note } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { testingTexts } from './texts.ts';
import type { DebugTest } from './use-debug-test.ts';

/** A live test that has seen nothing for so long says so. */
const quietMsMin = 3 * secondMs;
const samplesShown = 3;

/** While nothing arrives: the events that are there already, one click away. */
export function DebugOffers({
  test,
  from,
  samples,
  live,
  onUse,
}: {
  readonly test: DebugTest;
  readonly from: string;
  readonly samples: readonly PreviewSample[];
  readonly live: boolean;
  readonly onUse: (source: string) => void;
}) {
  const t = useTexts(testingTexts);
  const quiet = live && test.events === 0 && (test.end === 'quiet' || (test.state === 'running' && test.quietMs >= quietMsMin));
  if (!quiet) return null;
  return (
    <Note tone="neutral" title={t('nothingYet')}>
      {t('nothingYetWhy', { label: from })}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" icon="history" onClick={() => onUse('retained')}>
          {t('useRecorded')}
        </Button>
        {samples.slice(0, samplesShown).map(({ id, name }) => (
          <Button key={id} size="sm" onClick={() => onUse(id)}>
            {t('useSample', { name })}
          </Button>
        ))}
      </div>
    </Note>
  );
}
