import { daysLeft, trialGraceMs } from '@acequia/domain';
import { Button, Card, Pairs } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { Moment } from '#lib/format/moment.tsx';
import { useSession } from '#lib/session/index.ts';
import { paymentTexts } from './texts.ts';

/** What a self-hosted installation costs, said plainly; or until when the organization tries it out. */
export function PaymentPage() {
  const t = useTexts(paymentTexts);
  const { tenant, trialEndsAt } = useSession();
  if (trialEndsAt !== null) {
    const left = daysLeft(trialEndsAt, Date.now());
    return (
      <Card className="max-w-[560px] p-4 mt-2 flex flex-col gap-3">
        <h3 className="font-medium">{t(left > 0 ? 'trialTitle' : 'trialOverTitle')}</h3>
        <p className="text-muted">{t('trialText')}</p>
        <Pairs
          pairs={[
            [t('organization'), tenant.name],
            [t('plan'), t('trialPlan')],
            [t('trialEnds'), <Moment key="ends" atMs={trialEndsAt} />],
            [t('trialStops'), <Moment key="stops" atMs={trialEndsAt + trialGraceMs} />],
          ]}
        />
      </Card>
    );
  }
  return (
    <Card className="max-w-[560px] p-4 mt-2 flex flex-col gap-3">
      <h3 className="font-medium">{t('title')}</h3>
      <p className="text-muted">{t('text')}</p>
      <Pairs
        pairs={[
          [t('organization'), tenant.name],
          [t('plan'), t('planValue')],
          [t('cost'), t('costValue')],
          [t('license'), 'Apache-2.0'],
        ]}
      />
      <Button variant="ghost" iconEnd="external" className="self-start" asChild>
        <a href="/terms.html" target="_blank" rel="noreferrer">
          {t('terms')}
        </a>
      </Button>
    </Card>
  );
}
