import { useRef, useState } from 'react';
import { Button, Dialog, Field, Note, RadioCards, TagsInput, toast } from '@acequia/ui';
import type { Invite } from '@acequia/contract';
import { mayAssign, roles, type RankedUser, type Role } from '@acequia/domain';
import { useTexts } from '#i18n/use-texts.ts';
import { looksLikeEmail } from '#lib/email/email.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { useToldFaults } from '#lib/forms/use-told-faults.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { LinksDialog } from './links-dialog.tsx';
import { usersTexts } from './texts.ts';

const describedRoles = { viewer: 'viewerText', admin: 'adminText', owner: 'ownerText' } as const;

/** Each address once, however they were separated. */
const addressesIn = (entries: readonly string[]): readonly string[] => [
  ...new Set(entries.flatMap((entry) => entry.split(/[\s,;]+/)).filter((entry) => entry !== '')),
];

/** Invites any number of addresses with one role. */
export function AddUsersDialog({ actor, onClose }: { readonly actor: RankedUser; readonly onClose: () => void }) {
  const t = useTexts(usersTexts);
  const [emails, setEmails] = useState<readonly string[]>([]);
  const [role, setRole] = useState<Role>('viewer');
  const [submitted, setSubmitted] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const tell = useToldFaults(form, submitted);
  const [invites, setInvites] = useState<readonly Invite[]>();
  const invite = useCommand('users:invite', {
    inlineErrors: true,
    onSuccess: (made) => {
      const sent = made.filter(({ outcome }) => outcome === 'sent').length;
      if (sent > 0) toast({ title: t('invitesSent', { count: sent }) });
      if (sent === made.length) onClose();
      else setInvites(made);
    },
  });
  if (invites) return <LinksDialog invites={invites} onClose={onClose} />;
  const valid = emails.filter(looksLikeEmail);
  const wrong = emails.filter((email) => !looksLikeEmail(email));
  const [first] = wrong;
  const fault =
    first === undefined ? tell('emails', emails.length === 0 ? t('notEmail') : undefined).error : t('notEmailWhich', { email: first });
  const send = () => {
    setSubmitted(true);
    if (emails.length === 0) focusFirstFault(form.current);
    else if (first === undefined) invite.mutate({ emails: [...emails], role });
    else form.current?.querySelector<HTMLElement>('[data-invalid] button')?.focus();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('add')}
      description={t('addLead')}
      footer={
        <>
          {emails.length > 0 && (
            <span className="text-xs text-muted mr-auto" role="status">
              {t('validCount', { count: emails.length, valid: valid.length })}
            </span>
          )}
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" icon={first === undefined ? 'mail' : 'warning'} loading={invite.isPending} onClick={send}>
            {first !== undefined
              ? t('fix', { count: wrong.length })
              : emails.length === 0
                ? t('sendNone')
                : t('send', { count: emails.length })}
          </Button>
        </>
      }
    >
      <div ref={form} className="flex flex-col gap-4">
        {invite.error && (
          <div role="alert">
            <Note tone="danger" title={t('inviteFailed')}>
              {describeError(invite.error).title}. {describeError(invite.error).text}
            </Note>
          </div>
        )}
        <Field label={t('emails')} hint={t('emailsHint')} required path="emails" {...(fault ? { error: fault } : {})}>
          {({ 'aria-required': _required, ...control }) => (
            <TagsInput
              {...control}
              value={emails}
              onChange={(next) => setEmails(addressesIn(next))}
              invalid={(email) => !looksLikeEmail(email)}
            />
          )}
        </Field>
        <div className="ui-field">
          <div className="ui-label">{t('role')}</div>
          <RadioCards<Role>
            label={t('role')}
            value={role}
            onChange={setRole}
            options={roles
              .filter((each) => mayAssign(actor.role, each))
              .map((each) => ({ value: each, label: t(each), description: t(describedRoles[each]) }))}
          />
        </div>
      </div>
    </Dialog>
  );
}
