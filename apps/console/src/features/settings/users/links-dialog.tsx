import { Button, Command, Dialog, Note } from '@acequia/ui';
import type { Invite } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { usersTexts } from './texts.ts';

/** Links of invitations that no mail carries, shown this once; and addresses that need none. */
export function LinksDialog({ invites, onClose }: { readonly invites: readonly Invite[]; readonly onClose: () => void }) {
  const t = useTexts(usersTexts);
  const members = invites.filter(({ outcome }) => outcome === 'member').map(({ email }) => email);
  const links = invites.filter(({ link }) => link !== null);
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={links.length > 0 ? t('links') : t('add')}
      {...(links.length > 0 ? { description: t('linksLead') } : {})}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        {members.length > 0 && <Note>{t('members', { count: members.length, emails: members.join(', ') })}</Note>}
        {links.map(({ email, link }) => (
          <div key={email}>
            <div className="font-medium pb-1">{email}</div>
            <Command text={window.location.origin + link} label={t('copyLink', { email })} />
          </div>
        ))}
      </div>
    </Dialog>
  );
}
