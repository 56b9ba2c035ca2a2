import { Link } from '@tanstack/react-router';
import { Button, Card, Icon, IconButton } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { homeTexts } from '../texts.ts';

/** While nothing of one's own has run: the way to a first delivered event. */
export function GetStartedCard({ onDismiss }: { readonly onDismiss: () => void }) {
  const t = useTexts(homeTexts);
  return (
    <Card className="p-5 flex items-center gap-4">
      <div className="flex-1">
        <h2 className="text-base font-semibold">{t('getStarted')}</h2>
        <p className="text-muted">{t('getStartedText')}</p>
      </div>
      <Button asChild variant="primary">
        <Link to="/get-started">
          {t('begin')}
          <Icon name="arrow-right" />
        </Link>
      </Button>
      <IconButton icon="x" size="sm" label={t('dismiss')} onClick={onDismiss} />
    </Card>
  );
}
