import { Link } from '@tanstack/react-router';
import { Icon, Tile, type IconName } from '@acequia/ui';
import { chooserCard } from '#blocks/instance-form/chooser.tsx';
import { Around } from '#blocks/instance-form/around.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import '../enrichments.css';
import { useEnrichmentPaths } from '../model/enrichment-paths.ts';
import { enrichmentTexts } from '../texts.ts';
import { CreateFromAddress } from './create-from-address.tsx';
import { CreateFromFile } from './create-from-file.tsx';

const types = [
  { id: 'csv', word: 'csv', text: 'csvText', icon: 'grid' },
  { id: 'json-lines', word: 'jsonLines', text: 'jsonLinesText', icon: 'code' },
  { id: 'url', word: 'url', text: 'urlText', icon: 'refresh' },
] as const satisfies readonly { readonly id: string; readonly icon: IconName; readonly word: string; readonly text: string }[];

/** The first step: what the table comes from. */
export function EnrichmentTypePage() {
  const t = useTexts(enrichmentTexts);
  const paths = useEnrichmentPaths();
  return (
    <Around title={t('typeTitle')} crumbs={[{ label: t('title'), to: '/enrichments' }]} className="frame-body">
      <ul className="list-cards pt-3">
        {types.map(({ id, word, text, icon }) => (
          <li key={id} className="contents">
            <Link to={paths.create} search={{ type: id }} className={chooserCard}>
              <Tile tone="enrichment" size={36}>
                <Icon name={icon} size={18} />
              </Tile>
              <span className="min-w-0">
                <span className="block font-semibold text-sm">{t(word)}</span>
                <span className="block text-xs text-muted mt-0.5">{t(text)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Around>
  );
}

export function EnrichmentCreatePage({ type }: { readonly type: string | undefined }) {
  const t = useTexts(enrichmentTexts);
  const chosen = types.find(({ id }) => id === type);
  if (!chosen) return <EnrichmentTypePage />;
  return (
    <Around
      title={t('createTitle', { type: t(chosen.word) })}
      crumbs={[
        { label: t('title'), to: '/enrichments' },
        { label: t('typeTitle'), to: '/enrichments/create/type' },
      ]}
      className="frame-body"
    >
      {chosen.id === 'url' ? <CreateFromAddress /> : <CreateFromFile key={chosen.id} format={chosen.id} />}
    </Around>
  );
}
