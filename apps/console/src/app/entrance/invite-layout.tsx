import type { ReactNode } from 'react';
import { Button, Message, Skeleton } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { DeadLink } from './dead-link.tsx';
import { EntranceLayout } from './layout.tsx';
import { linkTexts } from './link-texts.ts';
import { entranceTexts } from './texts.ts';
import { useInvite, type InviteFacts } from './use-invite.ts';

/** A page about an invitation, once the server has said that it is good. */
export function InviteLayout({ children }: { readonly children: (facts: InviteFacts, token: string) => ReactNode }) {
  const t = useTexts(linkTexts);
  const words = useTexts(entranceTexts);
  const invite = useInvite();
  return (
    <EntranceLayout>
      {invite.kind === 'asking' && (
        <div role="status" className="flex flex-col gap-4" aria-busy aria-label={t('opening')}>
          <Skeleton width={220} height={28} />
          <Skeleton height={40} className="mt-6" />
          <Skeleton height={40} />
        </div>
      )}
      {invite.kind === 'failed' && (
        <Message
          as="h1"
          drawing="error"
          title={words('unreachable')}
          actions={
            <Button variant="primary" onClick={invite.again}>
              {words('retry')}
            </Button>
          }
        />
      )}
      {invite.kind === 'dead' && <DeadLink title={t('deadInviteTitle')} text={t('deadInviteText')} href="/login" action={t('toLogin')} />}
      {invite.kind === 'open' && children(invite.facts, invite.token)}
    </EntranceLayout>
  );
}
