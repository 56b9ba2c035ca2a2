import { brokenPasswordRules, passwordRules } from '@acequia/domain';
import { classNames, Icon } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { passwordTexts } from './texts.ts';

/** The five rules of a new password (specification 5), each marked as soon as it is met. */
export function PasswordRules({ password }: { readonly password: string }) {
  const t = useTexts(passwordTexts);
  const broken = brokenPasswordRules(password);
  return (
    <ul className="grid grid-cols-2 gap-x-3 gap-y-1 text-xs" aria-label={t('rules')}>
      {passwordRules.map((rule) => {
        const met = !broken.includes(rule);
        return (
          <li key={rule} className={classNames('flex items-center gap-1.5', met ? 'ui-c-success ui-ink' : 'text-muted')}>
            <Icon name={met ? 'check' : 'minus'} size={12} label={met ? t('met') : t('missing')} />
            {t(rule)}
          </li>
        );
      })}
    </ul>
  );
}
