import { useState } from 'react';
import { Button, Field, Input } from '@acequia/ui';
import { CodeField, isWholeCode, useCodeFault } from '#blocks/mfa/code-field.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { callEntrance } from '#lib/operations/call-entrance.ts';
import { EntryHead, Refusal } from './entry-head.tsx';
import { mfaStepTexts } from './mfa-step-texts.ts';
import { useEntry } from './use-entry.ts';

/** The second step of a login: the code of the authenticator, or a recovery code. */
export function TotpStep(props: { readonly onDone: () => void; readonly onLeave: () => void }) {
  const [recovery, setRecovery] = useState(false);
  // A form for each kind of code: one kind's errors say nothing about the other.
  return <CodeForm key={String(recovery)} recovery={recovery} onSwitch={() => setRecovery(!recovery)} {...props} />;
}

function CodeForm({
  recovery,
  onSwitch,
  onDone,
  onLeave,
}: {
  readonly recovery: boolean;
  readonly onSwitch: () => void;
  readonly onDone: () => void;
  readonly onLeave: () => void;
}) {
  const t = useTexts(mfaStepTexts);
  const [code, setCode] = useState('');
  const codeFault = useCodeFault(code);
  const faulty = recovery ? code.trim() === '' : !isWholeCode(code);
  const { form, tell, pending, refused, submit, edited } = useEntry(faulty, async () => {
    await callEntrance('auth:verifyMfa', recovery ? { recoveryCode: code.trim() } : { totpCode: Number(code) }).then(
      onDone,
      (error: unknown) => {
        setCode('');
        throw error;
      },
    );
  });
  const wrong = refused?.code === 'WEB-11009';
  const type = (next: string) => {
    edited();
    setCode(next);
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <EntryHead title={t('title')} lead={t(recovery ? 'recoveryLead' : 'lead')} />
      <div className="flex flex-col gap-4">
        {refused && !wrong && <Refusal error={refused} />}
        {recovery ? (
          <Field label={t('recoveryCode')} required {...tell('recoveryCode', wrong ? t('wrong') : faulty ? t('recoveryEmpty') : undefined)}>
            {(control) => (
              <Input
                {...control}
                inputSize="lg"
                mono
                autoFocus
                autoComplete="off"
                value={code}
                onChange={(event) => type(event.target.value)}
              />
            )}
          </Field>
        ) : (
          <CodeField size="lg" code={code} onChange={type} {...tell('code', wrong ? t('wrong') : codeFault)} />
        )}
        <Button variant="primary" size="lg" type="submit" className="w-full mt-2" loading={pending}>
          {t('submit')}
        </Button>
        <div className="flex flex-col items-start gap-2">
          <button type="button" className="ui-link" onClick={onSwitch}>
            {t(recovery ? 'useApp' : 'useRecovery')}
          </button>
          <a href="/reset-mfa" className="ui-link">
            {t('lost')}
          </a>
          <button type="button" className="ui-link" onClick={onLeave}>
            {t('back')}
          </button>
        </div>
      </div>
    </form>
  );
}
