import { Status } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { listTexts } from './texts.ts';

/** In place of the state of something whose stored values cannot be read; those fields are shown empty. */
export function DamagedStatus({ fields }: { readonly fields: readonly string[] }) {
  const t = useTexts(listTexts);
  return (
    <span title={t('damagedText')}>
      <Status tone="danger" shape="triangle">
        {t('damaged', { fields: fields.join(', ') })}
      </Status>
    </span>
  );
}
