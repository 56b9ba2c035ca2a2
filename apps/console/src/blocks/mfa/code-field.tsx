import { totpDigits } from '@acequia/domain';
import { Field, Input } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { mfaTexts } from './texts.ts';

/** The digits of an authenticator's code; whatever else is typed or pasted is left out. */
export const onlyDigits = (text: string): string => text.replace(/\D/g, '').slice(0, totpDigits);

/** Whether the code is long enough to be sent. */
export const isWholeCode = (code: string): boolean => code.length >= totpDigits;

/** What is wrong with a code before it is sent, in words. */
export function useCodeFault(code: string): string | undefined {
  const t = useTexts(mfaTexts);
  return isWholeCode(code) ? undefined : t('codeShort', { digits: totpDigits });
}

export function CodeField({
  code,
  onChange,
  path,
  error,
  size = 'md',
}: {
  readonly code: string;
  readonly onChange: (code: string) => void;
  readonly path?: string;
  readonly error?: string;
  readonly size?: 'md' | 'lg';
}) {
  const t = useTexts(mfaTexts);
  return (
    <Field label={t('code')} hint={t('codeHint')} required {...(path === undefined ? {} : { path })} {...(error ? { error } : {})}>
      {(control) => (
        <Input
          {...control}
          {...(size === 'lg' ? { inputSize: 'lg' } : {})}
          mono
          className="tracking-[0.3em]"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          onChange={(event) => onChange(onlyDigits(event.target.value))}
        />
      )}
    </Field>
  );
}
