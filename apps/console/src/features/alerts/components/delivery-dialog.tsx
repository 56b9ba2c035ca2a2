import { useState } from 'react';
import { Button, CheckboxRow, Command, CopyCode, Dialog, Field, Input, Note, Select, Skeleton, TagsInput, toast } from '@acequia/ui';
import { alertEmailsMax, alertPriorities, type AlertDelivery } from '@acequia/contract';
import { ListFailed } from '#blocks/list/list-states.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { looksLikeEmail } from '#lib/email/email.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useEgressText } from '#lib/operations/use-egress-text.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useReasonSentences } from '#lib/operations/use-reason-text.ts';
import { alertTexts } from '../texts.ts';

/** E-mails and the webhook that are told of alerts. */
export function DeliveryDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(alertTexts);
  const { data, error, refetch } = useOperation('alerts:getDelivery', {});
  const [signingKey, setSigningKey] = useState<string>();
  if (signingKey !== undefined) return <SigningKey value={signingKey} onClose={onClose} />;
  if (data)
    return (
      <DeliveryForm
        now={data}
        onClose={onClose}
        onSaved={(key) => {
          toast({ tone: 'success', title: t('saved') });
          if (key === null) onClose();
          else setSigningKey(key);
        }}
      />
    );
  return (
    <Dialog open onOpenChange={onClose} title={t('deliveryTitle')}>
      {error ? <ListFailed error={error} onRetry={() => void refetch()} /> : <Skeleton height={280} />}
    </Dialog>
  );
}

function DeliveryForm({
  now,
  onClose,
  onSaved,
}: {
  readonly now: AlertDelivery;
  readonly onClose: () => void;
  readonly onSaved: (signingKey: string | null) => void;
}) {
  const t = useTexts(alertTexts);
  const format = useFormat();
  const [form, setForm] = useState(() => ({
    emails: now.emails,
    language: now.language,
    webhookUrl: now.webhookUrl,
    leastPriority: now.leastPriority,
    newKey: false,
  }));
  const egressText = useEgressText();
  const [fault, setFault] = useState<string>();
  const change = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));
  const save = useCommand('alerts:updateDelivery', {
    inlineErrors: true,
    onSuccess: ({ signingKey }) => onSaved(signingKey),
    onError: (error) => setFault(egressText(error.fields['rule']) ?? describeError(error).text),
  });
  const wrong = form.emails.some((email) => !looksLikeEmail(email)) || form.emails.length > alertEmailsMax;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('deliveryTitle')}
      description={t('deliveryText')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            variant="primary"
            loading={save.isPending}
            disabled={wrong}
            onClick={() => {
              setFault(undefined);
              save.mutate({ ...form, emails: [...form.emails], webhookUrl: form.webhookUrl.trim() });
            }}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {now.lastFault && (
          <Note tone="warning" title={t('fault', { when: format.ago(now.lastFault.at), target: now.lastFault.target })}>
            <FaultWords code={now.lastFault.code} />
          </Note>
        )}
        <Field label={t('emails')} hint={now.mailOffered ? t('emailsHint', { max: alertEmailsMax }) : t('noMail')}>
          {(control) => (
            <TagsInput
              {...control}
              value={form.emails}
              disabled={!now.mailOffered}
              invalid={(email) => !looksLikeEmail(email)}
              onChange={(emails) => change({ emails: [...emails] })}
            />
          )}
        </Field>
        <Field label={t('language')}>
          {(control) => (
            <Select<'en' | 'es'>
              {...control}
              value={form.language}
              onChange={(language) => change({ language })}
              options={[
                { value: 'en', label: t('english') },
                { value: 'es', label: t('spanish') },
              ]}
            />
          )}
        </Field>
        <Field label={t('webhook')} hint={t('webhookHint')} error={fault}>
          {(control) => (
            <Input
              {...control}
              type="url"
              value={form.webhookUrl}
              placeholder="https://"
              onChange={(event) => change({ webhookUrl: event.target.value })}
            />
          )}
        </Field>
        {now.webhookUrl !== '' && form.webhookUrl !== '' && (
          <CheckboxRow label={t('newKey')} checked={form.newKey} onChange={(newKey) => change({ newKey })} />
        )}
        <Field label={t('least')} hint={t('leastHint')}>
          {(control) => (
            <Select
              {...control}
              value={form.leastPriority}
              onChange={(leastPriority) => change({ leastPriority })}
              options={alertPriorities.map((value) => ({ value, label: t(value) }))}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}

function SigningKey({ value, onClose }: { readonly value: string; readonly onClose: () => void }) {
  const t = useTexts(alertTexts);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('keyTitle')}
      description={t('keyText')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <Command text={value} label={t('keyTitle')} />
    </Dialog>
  );
}

/** Why nothing was delivered, with the code to pass on. */
function FaultWords({ code }: { readonly code: string }) {
  const { title } = useReasonSentences()({ code, fields: {} });
  return (
    <>
      {title}. <CopyCode text={code} />
    </>
  );
}
