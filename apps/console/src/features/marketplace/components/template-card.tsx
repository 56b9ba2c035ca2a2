import { Link } from '@tanstack/react-router';
import { Icon, Status, Tag } from '@acequia/ui';
import type { TemplateCard as Card } from '@acequia/contract';
import { titleOf } from '#blocks/components/cards.ts';
import { ComponentTile } from '#blocks/components/component-icon.tsx';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { tagName } from '../model/tag-name.ts';
import { marketplaceTexts } from '../texts.ts';

const tagsShown = 2;

/** A template: where its events come from and go, what it is called, whose it is. */
export function TemplateCard({ template }: { readonly template: Card }) {
  const t = useTexts(marketplaceTexts);
  const language = useLanguage();
  const { id, name, description, author, tags, featured, own } = template;
  return (
    <article className="ui-card resource-card">
      <header className="flex items-center gap-2.5 min-w-0 min-h-6">
        <TemplateEnds template={template} />
        <span className="flex-1" />
        {featured && <Status tone="accent">{t('featured')}</Status>}
        {own && (
          <Status tone="pipeline" shape="ring">
            {t('own')}
          </Status>
        )}
      </header>
      <h2 className="font-semibold text-sm">
        <Link to="/marketplace/$templateId" params={{ templateId: id }}>
          {name}
        </Link>
      </h2>
      <p className="text-muted line-clamp-3">{description}</p>
      <footer className="mt-auto flex items-center gap-1.5 min-h-5 overflow-hidden">
        <span className="flex flex-1 min-w-0 items-center gap-1.5 overflow-hidden">
          {tags.slice(0, tagsShown).map((tag) => (
            <Tag key={tag}>{tagName(tag, language)}</Tag>
          ))}
          {tags.length > tagsShown && <span className="ui-hint flex-none">+{tags.length - tagsShown}</span>}
        </span>
        <span className="ui-hint flex-none max-w-28 truncate">{t('by', { name: author.name })}</span>
      </footer>
    </article>
  );
}

/** Its source and its destination as two tiles. */
export function TemplateEnds({ template, size = 24 }: { readonly template: Card; readonly size?: 24 | 28 }) {
  const t = useTexts(marketplaceTexts);
  const language = useLanguage();
  const { actionFrom, actionTo } = template;
  const words = t('fromTo', {
    from: titleOf('listener', actionFrom.name, language),
    to: titleOf('datasink', actionTo.name, language),
  });
  return (
    <span className="flex items-center gap-1 flex-none" title={words}>
      <ComponentTile kind="listener" id={actionFrom.name} size={size} />
      <Icon name="arrow-right" size={12} className="text-faint" />
      <ComponentTile kind="datasink" id={actionTo.name} size={size} />
      <span className="ui-hidden">{words}</span>
    </span>
  );
}
