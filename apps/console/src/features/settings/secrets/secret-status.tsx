import { Status } from '@acequia/ui';
import type { Secret } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { secretsTexts } from './texts.ts';

export function SecretStatus({ secret }: { readonly secret: Secret }) {
  const t = useTexts(secretsTexts);
  if (secret.expirationDate <= Date.now())
    return (
      <Status tone="danger" shape="triangle">
        {t('expired')}
      </Status>
    );
  return secret.active ? (
    <Status tone="success">{t('active')}</Status>
  ) : (
    <Status tone="neutral" shape="bars">
      {t('inactive')}
    </Status>
  );
}
