import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { setDemoTour } from '#lib/demo-tour/demo-tour.ts';
import { demoTexts } from './demo-texts.ts';
import { placeBeside } from './place-beside.ts';
import { useBoxOf } from './use-box-of.ts';
import type { DemoStop } from './use-demo-stops.ts';

/** What closes by Esc before the tour does. */
const over = '[role=dialog][data-state=open], [role=menu], [role=listbox]';

/** A stop of the tour: a ring around what it is about, and a card beside that keeps nobody from using the page. */
export function DemoTourCard({ userId, stops, at }: { readonly userId: string; readonly stops: readonly DemoStop[]; readonly at: number }) {
  const t = useTexts(demoTexts);
  const { name, selectors, go } = stops[at]!;
  const box = useBoxOf(selectors);
  const card = useRef<HTMLElement>(null);
  const [size, setSize] = useState({ width: 340, height: 200 });
  const found = box !== undefined;
  const last = at === stops.length - 1;
  const end = (stop: number) => setDemoTour(userId, { open: false, stop });
  const move = (stop: number) => setDemoTour(userId, { open: true, stop });
  const goNow = useEffectEvent(go);
  const endNow = useEffectEvent(() => end(at));
  useEffect(() => {
    const left = new AbortController();
    goNow(left.signal);
    return () => left.abort();
  }, [name]);
  useEffect(() => card.current?.focus({ preventScroll: true }), [name, found]);
  useLayoutEffect(() => {
    if (card.current) setSize({ width: card.current.offsetWidth, height: card.current.offsetHeight });
  }, [name]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || document.querySelector(over)) return;
      event.stopPropagation();
      endNow();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
  return createPortal(
    <>
      {box && <div className="tour-ring" style={box} aria-hidden />}
      <section
        ref={card}
        className="tour-card"
        aria-label={t('tour')}
        tabIndex={-1}
        style={placeBeside(box, size, { width: window.innerWidth, height: window.innerHeight })}
      >
        <header className="flex items-center gap-2">
          <span className="ui-hint flex-1">{t('stopOf', { stop: at + 1, all: stops.length })}</span>
          <IconButton icon="x" size="sm" label={t('endTour')} onClick={() => end(at)} />
        </header>
        <h2 className="font-semibold">{t(`${name}Title`)}</h2>
        <p className="text-muted">{t(`${name}Text`)}</p>
        <footer className="flex items-center gap-2">
          <span className="ui-hint flex-1">{t('escEnds')}</span>
          {at > 0 && (
            <Button size="sm" onClick={() => move(at - 1)}>
              {t('previousStop')}
            </Button>
          )}
          <Button size="sm" variant="primary" onClick={() => (last ? end(0) : move(at + 1))}>
            {t(last ? 'finishTour' : 'nextStop')}
          </Button>
        </footer>
      </section>
    </>,
    document.body,
  );
}
