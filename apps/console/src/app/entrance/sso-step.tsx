import { useState } from 'react';
import { Button, Field, Icon, Input, Note } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { EntryHead } from './entry-head.tsx';
import { slugIn, ssoRefusalWord } from './sso-refusal.ts';
import { ssoStepTexts } from './sso-texts.ts';
import { entranceTexts } from './texts.ts';
import { useEntry } from './use-entry.ts';

const rememberedKey = 'acequia.organization';

/** Asks for the organization and leads to its identity provider. */
export function SsoStep({
  slug,
  reason,
  denial,
  target,
  onLeave,
}: {
  readonly slug: string;
  /** Code the last way ended with; null without one. */
  readonly reason: string | null;
  /** Why the provider said no; null when it did not. */
  readonly denial: string | null;
  /** Path to go on to. */
  readonly target: string;
  readonly onLeave: () => void;
}) {
  const t = useTexts(ssoStepTexts);
  const words = useTexts(entranceTexts);
  const [organization, setOrganization] = useState(() => slug || (localStorage.getItem(rememberedKey) ?? ''));
  const named = slugIn(organization);
  const { form, tell, pending, submit } = useEntry(named === '', () => {
    localStorage.setItem(rememberedKey, named);
    window.location.assign(`/sso/${named}?${new URLSearchParams({ next: target }).toString()}`);
    return new Promise(() => undefined);
  });
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <EntryHead title={t('title')} lead={t('lead')} />
      <div className="flex flex-col gap-4">
        {reason !== null && (
          <div role="alert">
            <Note tone="danger">{t(ssoRefusalWord(reason, denial), { code: reason })}</Note>
          </div>
        )}
        <Field label={t('organization')} hint={t('hint')} required {...tell('organization', named === '' ? t('empty') : undefined)}>
          {(control) => (
            <Input
              {...control}
              inputSize="lg"
              name="organization"
              autoComplete="organization"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              maxLength={512}
              value={organization}
              onChange={(event) => setOrganization(event.target.value)}
            />
          )}
        </Field>
        <Button variant="primary" size="lg" type="submit" className="w-full mt-2" loading={pending}>
          {t('go')}
        </Button>
        <p className="text-xs text-muted">
          {t('license')}{' '}
          <a href="/terms.html" target="_blank" rel="noopener" className="ui-link inline-flex items-center gap-1">
            {t('readLicense')}
            <Icon name="external" size={12} label={words('newTab')} />
          </a>
        </p>
        <Button variant="ghost" size="lg" className="w-full" onClick={onLeave}>
          {t('back')}
        </Button>
      </div>
    </form>
  );
}
