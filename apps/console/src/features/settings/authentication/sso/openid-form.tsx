import { useRef, useState, type FormEvent } from 'react';
import { Field, Note, PasswordInput, RadioCards, SwitchRow } from '@acequia/ui';
import type { OperationInput, OperationOutput } from '@acequia/contract';
import type { OpenIdResponseType } from '@acequia/domain';
import { ReauthenticateDialog } from '#blocks/mfa/reauthenticate-dialog.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { useToldFaults } from '#lib/forms/use-told-faults.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useEgressText } from '#lib/operations/use-egress-text.ts';
import { withScheme } from './issuer-scheme.ts';
import { ProviderAddresses } from './provider-addresses.tsx';
import { ProviderField } from './provider-field.tsx';
import { RefusedSave } from './refused-save.tsx';
import { saveConfig, type SsoTabProps } from './sso-tab.ts';
import { ssoTexts } from './texts.ts';

type Config = OperationOutput<'authOpenID:getConfig'>;

export function OpenIdForm({ config, formId, onPending, onSaved }: SsoTabProps & { readonly config: Config }) {
  const t = useTexts(ssoTexts);
  const form = useRef<HTMLFormElement>(null);
  const { issuer, clientId, responseType, verifiesAddresses } = config;
  const [entered, setEntered] = useState({ issuer, clientId, responseType, verifiesAddresses, clientSecret: '' });
  const [submitted, setSubmitted] = useState(false);
  const tell = useToldFaults(form, submitted);
  const options = { inlineErrors: true, onSuccess: onSaved, onError: () => focusFirstFault(form.current) };
  const create = useCommand('authOpenID:createConfig', options);
  const update = useCommand('authOpenID:updateConfig', options);
  const command = config.id === null ? create : update;
  const { field, rule } = command.error?.fields ?? {};
  const refused = useEgressText()(field === 'issuer' ? rule : undefined);
  const secretNeeded = entered.responseType === 'code' && (!config.clientSecretKept || withScheme(entered.issuer) !== config.issuer);
  const faults = {
    issuer: entered.issuer.trim() === '' ? t('emptyIssuer') : undefined,
    clientId: entered.clientId.trim() === '' ? t('emptyClientId') : undefined,
    clientSecret: secretNeeded && entered.clientSecret === '' ? t(config.clientSecretKept ? 'secretAgain' : 'emptySecret') : undefined,
  };
  const save = () => {
    const input: OperationInput<'authOpenID:createConfig'> = {
      clientId: entered.clientId.trim(),
      issuer: withScheme(entered.issuer),
      responseType: entered.responseType,
      verifiesAddresses: entered.verifiesAddresses,
      enabled: true,
      ...(entered.clientSecret === '' ? {} : { clientSecret: entered.clientSecret }),
    };
    saveConfig({ create, update }, config.id, input, onPending);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (Object.values(faults).some(Boolean)) focusFirstFault(form.current);
    else save();
  };
  const set = (part: Partial<typeof entered>) => {
    command.reset();
    setEntered((now) => ({ ...now, ...part }));
  };
  return (
    <>
      <form id={formId} ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <ProviderAddresses
          addresses={[
            [t('callback'), config.callbackURL],
            [t('home'), config.homeURL],
          ]}
        />
        <h3 className="text-xs font-medium text-muted -mb-2">{t('fromProvider')}</h3>
        <ProviderField
          label={t('issuer')}
          hint={t('issuerHint')}
          inputMode="url"
          maxLength={512}
          value={entered.issuer}
          onChange={(next) => set({ issuer: next })}
          onBlur={() => setEntered((now) => ({ ...now, issuer: withScheme(now.issuer) }))}
          {...tell('issuer', faults.issuer)}
          {...(refused === undefined ? {} : { error: refused })}
        />
        <ProviderField
          label={t('clientId')}
          maxLength={255}
          value={entered.clientId}
          onChange={(next) => set({ clientId: next })}
          {...tell('clientId', faults.clientId)}
        />
        <div className="ui-field">
          <div className="ui-label">{t('grant')}</div>
          <RadioCards<OpenIdResponseType>
            label={t('grant')}
            value={entered.responseType}
            onChange={(next) => set({ responseType: next })}
            options={[
              { value: 'code', label: t('code'), description: t('codeText') },
              { value: 'id_token', label: t('implicit'), description: t('implicitText') },
            ]}
          />
        </div>
        {entered.responseType === 'code' && (
          <Field
            label={t('clientSecret')}
            required={secretNeeded}
            {...(config.clientSecretKept && !secretNeeded ? { hint: t('secretKept') } : {})}
            {...tell('clientSecret', faults.clientSecret)}
          >
            {(control) => (
              <PasswordInput
                {...control}
                autoComplete="off"
                maxLength={4096}
                value={entered.clientSecret}
                onChange={(event) => set({ clientSecret: event.target.value })}
              />
            )}
          </Field>
        )}
        <SwitchRow
          label={t('verifies')}
          hint={t('verifiesHint')}
          checked={entered.verifiesAddresses}
          onChange={(next) => set({ verifiesAddresses: next })}
        />
        {entered.verifiesAddresses && <Note tone="warning">{t('verifiesWarning')}</Note>}
        {refused === undefined && <RefusedSave error={command.error} />}
      </form>
      {command.error?.code === 'WEB-11011' && <ReauthenticateDialog onDone={save} onClose={() => command.reset()} />}
    </>
  );
}
