import { useEffect } from 'react';
import { useTexts } from '#i18n/use-texts.ts';
import { tellProof } from '#lib/proof-window/proof-window.ts';
import { useTitle } from '#lib/title/use-title.ts';
import { EntryHead } from './entry-head.tsx';
import { EntranceLayout } from './layout.tsx';
import { ssoRefusalWord } from './sso-refusal.ts';
import { ssoStepTexts } from './sso-texts.ts';

/** Where the small window of a proof by the identity provider comes back to: it tells the page that opened it, and goes. */
export function ProofPage() {
  const t = useTexts(ssoStepTexts);
  const search = new URLSearchParams(window.location.search);
  const id = search.get('window') ?? '';
  const outcome = search.get('reauthentication') ?? '';
  const proven = outcome === 'done';
  const title = t(proven ? 'provenTitle' : 'unprovenTitle');
  useTitle(title);
  useEffect(() => {
    tellProof(id, outcome);
    if (outcome === 'done') window.close();
  }, [id, outcome]);
  return (
    <EntranceLayout>
      <EntryHead title={title} lead={proven ? t('closeWindow') : t(ssoRefusalWord(outcome, search.get('denial')), { code: outcome })} />
      {!proven && <p className="text-muted text-sm">{t('closeAndRepeat')}</p>}
    </EntranceLayout>
  );
}
