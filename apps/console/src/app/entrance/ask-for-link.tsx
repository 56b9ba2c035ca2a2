import { useEffect, useState } from 'react';
import { Skeleton } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { callEntrance } from '#lib/operations/call-entrance.ts';
import { EmailForm } from './email-form.tsx';
import { EntryHead } from './entry-head.tsx';
import { linkTexts } from './link-texts.ts';
import { entranceTexts } from './texts.ts';

/** Asks for a link by mail, and says the same for every address; without mail, says how an operator makes one. */
export function AskForLink({
  title,
  lead,
  noMailText,
  command,
  send,
  sentText,
}: {
  readonly title: string;
  readonly lead: string;
  readonly noMailText: string;
  readonly command: string;
  /** Rejects with an `OperationError`. */
  readonly send: (email: string) => Promise<unknown>;
  readonly sentText: (email: string) => string;
}) {
  const t = useTexts(linkTexts);
  const [mail, setMail] = useState<boolean>();
  const [sentTo, setSentTo] = useState('');
  useEffect(() => {
    const gone = new AbortController();
    callEntrance('auth:status', {}, gone.signal).then(
      (status) => setMail(status.mail),
      () => !gone.signal.aborted && setMail(true),
    );
    return () => gone.abort();
  }, []);
  if (mail === undefined) return <Waiting />;
  return (
    <>
      {!mail && (
        <>
          <EntryHead title={t('noMailTitle')} lead={noMailText} />
          <div className="ui-copyline">
            <pre>{command}</pre>
          </div>
        </>
      )}
      {mail && sentTo === '' && <EmailForm title={title} lead={lead} send={send} onSent={setSentTo} />}
      {sentTo !== '' && <EntryHead title={t('sentTitle')} lead={sentText(sentTo)} />}
      <a href="/login" className="ui-link inline-block mt-6">
        {t('toLogin')}
      </a>
    </>
  );
}

function Waiting() {
  const t = useTexts(entranceTexts);
  return (
    <div role="status" className="flex flex-col gap-4" aria-busy aria-label={t('checking')}>
      <Skeleton width={220} height={28} />
      <Skeleton height={40} className="mt-6" />
      <Skeleton height={40} />
    </div>
  );
}
