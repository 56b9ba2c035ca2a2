import { Button } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { useEnterTenant } from '#lib/operations/use-enter-tenant.ts';
import { demoTexts } from './demo-texts.ts';

/** Over every page of the demo: what it is, and the way back to the organization that it was made for. */
export function DemoBanner({ home }: { readonly home: string }) {
  const t = useTexts(demoTexts);
  const { enter, isPending } = useEnterTenant();
  return (
    <aside className="trial" aria-label={t('label')}>
      <span className="trial-tag">{t('label')}</span>
      <span className="trial-words">
        <b>{t('title')}</b>
        <span>{t('text')}</span>
      </span>
      <Button size="sm" icon="chevron-left" loading={isPending} onClick={() => enter(home)}>
        {t('leave')}
      </Button>
    </aside>
  );
}
