import { Button } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { demoTexts } from './demo-texts.ts';
import { useChangeTenant } from './use-change-tenant.ts';

/** Over every page of the demo: what it is, and the way back to the organization that it was made for. */
export function DemoBanner({ home }: { readonly home: string }) {
  const t = useTexts(demoTexts);
  const { change, pending } = useChangeTenant();
  return (
    <aside className="trial" aria-label={t('label')}>
      <span className="trial-tag">{t('label')}</span>
      <span className="trial-words">
        <b>{t('title')}</b>
        <span>{t('text')}</span>
      </span>
      <Button size="sm" icon="chevron-left" loading={pending} onClick={() => change(home)}>
        {t('leave')}
      </Button>
    </aside>
  );
}
