import { Pairs } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { useTitle } from '#lib/title/use-title.ts';
import { boot } from '../boot.ts';
import { EntranceLayout } from './layout.tsx';
import { entranceTexts } from './texts.ts';

export function VersionPage() {
  const t = useTexts(entranceTexts);
  useTitle(t('versionTitle'));
  return (
    <EntranceLayout>
      <h1 className="text-xl/9 font-semibold tracking-tight mb-4">{t('versionTitle')}</h1>
      <Pairs pairs={[['Acequia', boot().version ?? import.meta.env.MODE]]} />
      <a href="/" className="ui-link inline-block mt-6">
        {t('backLogin')}
      </a>
    </EntranceLayout>
  );
}
