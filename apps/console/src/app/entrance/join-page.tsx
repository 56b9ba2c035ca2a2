import { useEffect } from 'react';
import { Button, Note, Pairs } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { callEntrance } from '#lib/operations/call-entrance.ts';
import { useTitle } from '#lib/title/use-title.ts';
import { boot } from '../boot.ts';
import { EntryHead, Refusal } from './entry-head.tsx';
import { InviteLayout } from './invite-layout.tsx';
import { linkTexts } from './link-texts.ts';
import { dropToken } from './link-token.ts';
import { useEntry } from './use-entry.ts';
import type { InviteFacts } from './use-invite.ts';

/** Where the link of an invitation leads: a known account accepts it, a new one goes on to the welcome page. */
export function JoinPage() {
  const t = useTexts(linkTexts);
  useTitle(t('accept'));
  return <InviteLayout>{(facts, token) => <Join facts={facts} token={token} account={boot().account} />}</InviteLayout>;
}

function Join({ facts, token, account }: { readonly facts: InviteFacts; readonly token: string; readonly account: string | undefined }) {
  const t = useTexts(linkTexts);
  const { email, tenantName, role, accountExists } = facts;
  const isNew = !accountExists && account === undefined;
  useEffect(() => {
    if (isNew) window.location.replace('/welcome');
  }, [isNew]);
  const other = account !== undefined && account !== email;
  const { form, pending, refused, submit } = useEntry(false, async () => {
    if (other) {
      await callEntrance('auth:removeToken', {});
      window.location.reload();
    } else if (account === undefined) {
      window.location.assign('/login?next=%2Fjoin');
    } else {
      await callEntrance('auth:acceptInvite', { token });
      dropToken('join');
      window.location.assign('/home');
    }
  });
  if (isNew) return null;
  return (
    <form ref={form} onSubmit={submit}>
      <EntryHead title={t('joinTitle', { tenant: tenantName })} lead={t('joinLead', { role: t(role) })} />
      <div className="flex flex-col gap-4">
        {refused && <Refusal error={refused} />}
        {other ? <Note icon="user">{t('otherAccount', { account: account, email })}</Note> : <Pairs pairs={[[t('invited'), email]]} />}
        <Button variant="primary" size="lg" type="submit" className="w-full" loading={pending}>
          {other ? t('logout') : account === undefined ? t('loginToAccept') : t('accept')}
        </Button>
      </div>
    </form>
  );
}
