import { useEffect, useState } from 'react';
import { useTexts } from '#i18n/use-texts.ts';
import { length } from '#lib/format/length.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { objectStateTexts } from './texts.ts';

const secondMs = 1000;

/** In how long it is tried again, second by second. */
export function NextTry({ atMs }: { readonly atMs: number }) {
  const t = useTexts(objectStateTexts);
  const format = useFormat();
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, []);
  const leftMs = atMs - nowMs;
  return (
    <span className="ui-num" title={format.exactly(atMs)}>
      {leftMs <= 0 ? t('nextTryNow') : t('nextTry', { time: length(leftMs) })}
    </span>
  );
}
