import { useTexts } from '#i18n/use-texts.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { appTexts } from '../texts.ts';

/** How many alerts wait for a person, beside the way to them; nothing when none does. */
export function AlertCount() {
  const t = useTexts(appTexts);
  const { data } = useOperation('alerts:list', { limit: 1 });
  const count = Object.values(data?.open ?? {}).reduce((sum, each) => sum + each, 0);
  if (count === 0) return null;
  return (
    <>
      <span className="ui-count ui-num frame-count" data-urgent={data!.open.critical > 0} aria-hidden>
        {count > 99 ? '99+' : count}
      </span>
      <span className="ui-hidden">{t('openAlerts', { count })}</span>
    </>
  );
}
