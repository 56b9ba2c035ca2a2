import { Button } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { openDemoTour, useDemoTour } from '#lib/demo-tour/demo-tour.ts';
import { useSession } from '#lib/session/index.ts';
import { demoTexts } from './demo-texts.ts';
import { DemoTourCard } from './demo-tour-card.tsx';
import { useChangeTenant } from './use-change-tenant.ts';
import { useDemoStops } from './use-demo-stops.ts';

/** Over every page of the demo: what it is, its tour, and the way back to the organization that it was made for. */
export function DemoBanner({ home }: { readonly home: string }) {
  const t = useTexts(demoTexts);
  const { user } = useSession();
  const tour = useDemoTour(user.UID);
  const stops = useDemoStops();
  const { change, pending } = useChangeTenant();
  return (
    <aside className="trial" aria-label={t('label')}>
      <span className="trial-tag">{t('label')}</span>
      <span className="trial-words">
        <b>{t('title')}</b> <span>{t('text')}</span>
      </span>
      {!tour.open && (
        <Button size="sm" icon="play" onClick={() => openDemoTour(user.UID)}>
          {t(tour.stop > 0 ? 'resumeTour' : 'startTour')}
        </Button>
      )}
      <Button size="sm" icon="chevron-left" loading={pending} onClick={() => change(home)}>
        {t('leave')}
      </Button>
      {tour.open && stops && <DemoTourCard userId={user.UID} stops={stops} at={tour.stop < stops.length ? tour.stop : 0} />}
    </aside>
  );
}
