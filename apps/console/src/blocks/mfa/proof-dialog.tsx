import { useId, useRef, useState, type FormEvent } from 'react';
import { Button, Dialog, Field, Input } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { useToldFaults } from '#lib/forms/use-told-faults.ts';
import { callOperation } from '#lib/operations/call.ts';
import { toOperationError } from '#lib/operations/operation-error.ts';
import { useSession } from '#lib/session/index.ts';
import { CodeField, useCodeFault } from './code-field.tsx';
import { ReauthenticateForm } from './reauthenticate-form.tsx';
import { mfaTexts } from './texts.ts';

/** Asks for a code before something that weakens the account is done; where the login was a while ago, for the password before. */
export function ProofDialog({
  title,
  text,
  confirm,
  recovery = false,
  danger = false,
  send,
  onClose,
}: {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  /** A recovery code will do as well. */
  readonly recovery?: boolean;
  readonly danger?: boolean;
  /** With what was typed. Rejects with an `OperationError`. */
  readonly send: (code: string) => Promise<void>;
  readonly onClose: () => void;
}) {
  const t = useTexts(mfaTexts);
  const { user } = useSession();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const [refused, setRefused] = useState<string>();
  const [submitted, setSubmitted] = useState(false);
  const tell = useToldFaults(form, submitted);
  const [pending, setPending] = useState(false);
  const [stale, setStale] = useState(false);
  const codeFault = useCodeFault(code);
  const fault = recovery ? (code.trim() === '' ? t('proofEmpty') : undefined) : codeFault;
  const told = tell('code', refused ?? fault);
  const type = (next: string) => {
    setRefused(undefined);
    setCode(next);
  };
  const run = async () => {
    setPending(true);
    setRefused(undefined);
    try {
      await send(code);
    } catch (caught) {
      const refusal = toOperationError(caught);
      setCode('');
      focusFirstFault(form.current);
      if (refusal.code === 'WEB-11011') setStale(true);
      else setRefused(refusal.code === 'WEB-11009' ? t('wrongCode') : t('unhandled', { code: refusal.code }));
    } finally {
      setPending(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (fault === undefined) void run();
    else focusFirstFault(form.current);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={stale ? t('reauthenticate') : title}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant={danger && !stale ? 'danger' : 'primary'} type="submit" form={formId} loading={pending}>
            {stale ? t('confirm') : confirm}
          </Button>
        </>
      }
    >
      {stale ? (
        <ReauthenticateForm id={formId} email={user.Email} call={callOperation} onPending={setPending} onDone={() => setStale(false)} />
      ) : (
        <form ref={form} id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
          <p className="text-muted">{text}</p>
          {recovery ? (
            <Field label={t('proof')} required {...told}>
              {(control) => (
                <Input
                  {...control}
                  mono
                  autoComplete="one-time-code"
                  autoFocus
                  value={code}
                  onChange={(event) => type(event.target.value)}
                />
              )}
            </Field>
          ) : (
            <CodeField code={code} onChange={type} {...told} />
          )}
        </form>
      )}
    </Dialog>
  );
}
