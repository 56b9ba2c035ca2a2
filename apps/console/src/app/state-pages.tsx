import { Link, useLocation } from '@tanstack/react-router';
import { Button, Icon, Message } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { useTitle } from '#lib/title/use-title.ts';
import { appTexts } from './texts.ts';

function HomeButton({ primary }: { readonly primary: boolean }) {
  const t = useTexts(appTexts);
  return (
    <Button asChild variant={primary ? 'primary' : 'secondary'}>
      <Link to="/home">
        <Icon name="home" />
        {t('backHome')}
      </Link>
    </Button>
  );
}

export function LostPage() {
  const t = useTexts(appTexts);
  const { pathname } = useLocation();
  useTitle(t('lostTitle'));
  return (
    <main className="flex-1 grid">
      <Message as="h1" drawing="lost" title={t('lostTitle')} actions={<HomeButton primary />}>
        {t('lostText', { path: pathname })}
      </Message>
    </main>
  );
}

export function ForbiddenPage() {
  const t = useTexts(appTexts);
  useTitle(t('forbiddenTitle'));
  return (
    <main className="flex-1 grid">
      <Message as="h1" drawing="locked" title={t('forbiddenTitle')} actions={<HomeButton primary={false} />}>
        {t('forbiddenText')}
      </Message>
    </main>
  );
}
