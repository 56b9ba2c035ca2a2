import { useTexts } from '#i18n/use-texts.ts';
import { callEntrance } from '#lib/operations/call-entrance.ts';
import { useTitle } from '#lib/title/use-title.ts';
import { AskForLink } from './ask-for-link.tsx';
import { EntranceLayout } from './layout.tsx';
import { linkTexts } from './link-texts.ts';

/** Asks for a link to set a new password. */
export function ForgotPage() {
  const t = useTexts(linkTexts);
  useTitle(t('forgotTitle'));
  return (
    <EntranceLayout>
      <AskForLink
        title={t('forgotTitle')}
        lead={t('forgotLead')}
        noMailText={t('noMailText')}
        command="acequia user reset-link <email>"
        send={(email) => callEntrance('auth:forgotPassword', { email })}
        sentText={(email) => t('sentText', { email })}
      />
    </EntranceLayout>
  );
}
