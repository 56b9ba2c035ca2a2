import { Button, Card, Pairs } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { useSession } from '#lib/session/index.ts';
import { paymentTexts } from './texts.ts';

/** What a self-hosted installation costs, said plainly. */
export function PaymentPage() {
  const t = useTexts(paymentTexts);
  const { tenant } = useSession();
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
