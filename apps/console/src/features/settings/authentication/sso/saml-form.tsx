import { useRef, useState, type FormEvent } from 'react';
import { Button, Field, Select } from '@acequia/ui';
import { samlNameIdFormats, type SamlNameIdFormat } from '@acequia/domain';
import { ReauthenticateDialog } from '#blocks/mfa/reauthenticate-dialog.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { useToldFaults } from '#lib/forms/use-told-faults.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { ProviderAddresses } from './provider-addresses.tsx';
import { ProviderField } from './provider-field.tsx';
import { RefusedSave } from './refused-save.tsx';
import { SamlCertificates } from './saml-certificates.tsx';
import {
  certificatePath,
  enteredOf,
  missingIn,
  refusedKey,
  savedOf,
  stateOf,
  withCertificate,
  withoutCertificate,
  type CertificateEntry,
  type SamlConfig,
  type SamlEntered,
} from './saml-entered.ts';
import { samlTexts } from './saml-texts.ts';
import { saveConfig, type SsoTabProps } from './sso-tab.ts';
import { ssoTexts } from './texts.ts';

const isOver = ({ facts }: CertificateEntry): boolean => facts !== undefined && stateOf(facts, Date.now()) === 'expired';

export function SamlForm({ config, formId, onPending, onSaved }: SsoTabProps & { readonly config: SamlConfig }) {
  const t = useTexts(samlTexts);
  const shared = useTexts(ssoTexts);
  const form = useRef<HTMLFormElement>(null);
  const [entered, setEntered] = useState(() => enteredOf(config));
  const [submitted, setSubmitted] = useState(false);
  const tell = useToldFaults(form, submitted);
  const options = { inlineErrors: true, onSuccess: onSaved, onError: () => focusFirstFault(form.current) };
  const create = useCommand('authSaml:createConfig', options);
  const update = useCommand('authSaml:updateConfig', options);
  const { error, reset } = config.id === null ? create : update;
  const missing = missingIn(entered);
  const refused = refusedKey(entered, error?.fields['certificate']);
  const faultOf = (entry: CertificateEntry): string | undefined => {
    if (error && refused === entry.key)
      return error.code === 'AUTH.SAML_CERTIFICATE_EXPIRED' ? t('removeExpired') : `${describeError(error).text} (${error.code})`;
    const first = entry === entered.certificates[0];
    const fault = isOver(entry) ? t('removeExpired') : missing.certificate && first ? t('missingCertificate') : undefined;
    return tell(certificatePath(entry), fault).error;
  };
  const save = () => saveConfig({ create, update }, config.id, savedOf(entered, true), onPending);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (entered.certificates.some(isOver) || Object.values(missing).includes(true)) focusFirstFault(form.current);
    else save();
  };
  const change = (next: (now: SamlEntered) => SamlEntered) => {
    reset();
    setEntered(next);
  };
  const set = (part: Partial<SamlEntered>) => change((now) => ({ ...now, ...part }));
  return (
    <>
      <form id={formId} ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <ProviderAddresses
          addresses={[
            [t('acsUrl'), config.spAcsUrl],
            [t('spEntityId'), config.spEntityId],
            [shared('home'), config.homeURL],
          ]}
        />
        <Button asChild variant="ghost" size="sm" className="self-start -mt-2">
          <a href={config.spEntityId} download={`acequia-${config.slug}.xml`}>
            {t('metadata')}
          </a>
        </Button>
        <h3 className="text-xs font-medium text-muted -mb-2">{shared('fromProvider')}</h3>
        <ProviderField
          label={t('idpEntityId')}
          hint={t('idpEntityIdHint')}
          maxLength={512}
          value={entered.idpEntityId}
          onChange={(idpEntityId) => set({ idpEntityId })}
          {...tell('idpEntityId', missing.idpEntityId ? t('missingEntityId') : undefined)}
        />
        <ProviderField
          label={t('ssoUrl')}
          inputMode="url"
          maxLength={2048}
          value={entered.ssoUrl}
          onChange={(ssoUrl) => set({ ssoUrl })}
          {...tell('ssoUrl', missing.ssoUrl ? t('missingUrl') : undefined)}
        />
        <Field label={t('nameIdFormat')} hint={t('nameIdHint')}>
          {(control) => (
            <Select<SamlNameIdFormat>
              {...control}
              className="max-w-56"
              value={entered.nameIdFormat}
              onChange={(nameIdFormat) => set({ nameIdFormat })}
              options={samlNameIdFormats.map((value) => ({ value, label: t(value) }))}
            />
          )}
        </Field>
        <SamlCertificates
          entries={entered.certificates}
          faultOf={faultOf}
          onText={(key, text) =>
            change((now) => ({ ...now, certificates: now.certificates.map((entry) => (entry.key === key ? { ...entry, text } : entry)) }))
          }
          onAdd={() => change(withCertificate)}
          onRemove={(key) => change((now) => withoutCertificate(now, key))}
        />
        <RefusedSave error={refused === undefined ? error : null} />
      </form>
      {error?.code === 'WEB-11011' && <ReauthenticateDialog onDone={save} onClose={reset} />}
    </>
  );
}
