import { Link } from '@tanstack/react-router';
import { Avatar, Card, Logo, Skeleton, Tag } from '@acequia/ui';
import type { Template } from '@acequia/contract';
import { titleOf } from '#blocks/components/cards.ts';
import { ComponentTile } from '#blocks/components/component-icon.tsx';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useSession } from '#lib/session/index.ts';
import { datasinksOf } from '../model/ends.ts';
import { tagName } from '../model/tag-name.ts';
import { marketplaceTexts } from '../texts.ts';
import { TemplateEnds } from './template-card.tsx';

/** Beside the preview: whose it is, what it needs, what is like it. */
export function TemplateFacts({ template }: { readonly template: Template | undefined }) {
  const t = useTexts(marketplaceTexts);
  const language = useLanguage();
  if (!template)
    return (
      <aside className="flex flex-col gap-3">
        <Skeleton height={64} />
        <Skeleton height={120} />
        <Skeleton height={140} />
      </aside>
    );
  const { author, own, tags } = template;
  return (
    <aside className="flex flex-col gap-3">
      <Card className="p-3.5 flex flex-col gap-3">
        <h2 className="ui-hint">{t('author')}</h2>
        <div className="flex items-center gap-2.5">
          {author.avatar === 'acequia' ? <Logo /> : <Avatar name={author.name} seed={author.name} />}
          <div className="min-w-0">
            <div className="font-medium truncate">{author.name}</div>
            <div className="ui-hint">{own ? t('ownAuthor') : t('shipped')}</div>
          </div>
        </div>
        {tags.length > 0 && (
          <div className="flex flex-wrap gap-1.5">
            {tags.map((tag) => (
              <Tag key={tag}>{tagName(tag, language)}</Tag>
            ))}
          </div>
        )}
      </Card>
      <Needs template={template} />
      <Related template={template} />
    </aside>
  );
}

function Needs({ template }: { readonly template: Template }) {
  const t = useTexts(marketplaceTexts);
  const language = useLanguage();
  const { actionFrom, pipeline } = template;
  return (
    <Card className="p-3.5 flex flex-col gap-3">
      <h2 className="ui-hint">{t('needs')}</h2>
      <ul className="flex flex-col gap-2">
        <li className="flex items-center gap-2.5">
          <ComponentTile kind="listener" id={actionFrom.name} size={24} />
          <span className="truncate">{titleOf('listener', actionFrom.name, language)}</span>
          <span className="ui-hint ml-auto">{t('needsListener')}</span>
        </li>
        {datasinksOf(pipeline).map((node) => (
          <li key={node.id} className="flex items-center gap-2.5">
            <ComponentTile kind="datasink" id={node.component} size={24} />
            <span className="truncate">{node.name || titleOf('datasink', node.component, language)}</span>
            <span className="ui-hint ml-auto">{t('needsDatasink')}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Related({ template }: { readonly template: Template }) {
  const t = useTexts(marketplaceTexts);
  const language = useLanguage();
  const tenantId = useSession().user.TenantId;
  const { data: all } = useOperation('marketplace:getAllTemplates', { tenantId, language });
  const related = template.related.flatMap((id) => all?.find((each) => each.id === id) ?? []);
  return (
    <Card className="p-3.5 flex flex-col gap-3">
      <h2 className="ui-hint">{t('related')}</h2>
      {template.related.length === 0 ? (
        <p className="text-muted">{t('noRelated')}</p>
      ) : (
        <ul className="flex flex-col gap-1 -mx-1.5">
          {related.map((each) => (
            <li key={each.id}>
              <Link
                to="/marketplace/$templateId"
                params={{ templateId: each.id }}
                className="flex items-center gap-2.5 px-1.5 py-1 rounded-md hover:bg-s2"
              >
                <TemplateEnds template={each} />
                <span className="min-w-0">{each.name}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
