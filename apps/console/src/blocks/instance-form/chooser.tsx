import { useState, type ReactElement } from 'react';
import { Button, Message, SearchInput } from '@acequia/ui';
import { ComponentTile } from '#blocks/component-icon.tsx';
import { cardsOf, type InstanceKind } from '#blocks/components/cards.ts';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { instanceTexts } from './texts.ts';

/** Every type of a kind, and every preset under its own name, as a card that leads to its form. `link` gives the link around a card. */
export function Chooser({
  kind,
  link,
}: {
  readonly kind: InstanceKind;
  readonly link: (id: string, content: ReactElement) => ReactElement;
}) {
  const t = useTexts(instanceTexts);
  const language = useLanguage();
  const [q, setQ] = useState('');
  const sought = q.trim().toLowerCase();
  const shown = cardsOf(kind).filter(({ id, name, summary }) =>
    [id, name[language], summary[language]].some((words) => words.toLowerCase().includes(sought)),
  );
  return (
    <>
      <div className="max-w-80 pt-3 pb-4">
        <SearchInput value={q} onChange={setQ} aria-label={t('searchType')} placeholder={t('searchType')} autoFocus />
      </div>
      {shown.length === 0 ? (
        <Message drawing="no-results" title={t('noType', { q })} actions={<Button onClick={() => setQ('')}>{t('clear')}</Button>} />
      ) : (
        <ul className="list-cards">
          {shown.map(({ id, of, name, summary }) => (
            <li key={id} className="contents">
              {link(
                id,
                <>
                  <ComponentTile kind={kind} id={id} of={of} size={36} />
                  <span className="min-w-0">
                    <span className="block font-semibold text-sm">{name[language]}</span>
                    <span className="block text-xs text-muted mt-0.5">{summary[language]}</span>
                  </span>
                </>,
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

export const chooserCard = 'ui-card p-4 flex gap-3 items-start hover:bg-s2';
