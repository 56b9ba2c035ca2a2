import type { Template, TemplateCard, TemplateLanguage, TemplateLogs } from '@acequia/contract';
import { namedDocument, type PipelineDocument } from '@acequia/pipeline';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { TemplateRow } from './marketplace.store.ts';
import type { ShippedTemplate } from './shipped-templates.ts';

/** A template before it is known which others are like it. */
export type LoneTemplate = Omit<Template, 'related'>;

const acequia = { name: 'Acequia', avatar: 'acequia' } as const;

const action = (kind: 'listener' | 'datasink', name: string): TemplateCard['actionFrom'] => ({
  name,
  customAction: { src: `${kind}/${name}`, color: kind },
});

export function presentShipped(template: ShippedTemplate, language: TemplateLanguage, catalogue: Catalogue): LoneTemplate {
  const words = template.texts[language];
  const document = namedDocument(template.document, words);
  const log = (node: string, label: string, content: string) => ({ label, fields: [...(template.fields[node] ?? [])], content });
  const label = document.nodes.find(({ kind }) => kind === 'label')!;
  const title = catalogue.listener(template.listener.component)?.text.title[language] ?? template.listener.component;
  const common = { name: words.name, description: words.description, tags: template.tags };
  return {
    id: template.id,
    ...common,
    author: acequia,
    actionFrom: action('listener', template.listener.component),
    actionTo: action('datasink', firstDatasink(document)),
    featured: template.featured,
    own: false,
    preview: 'graph',
    graph: document,
    pipeline: document,
    pipelineMetadata: common,
    logs: {
      input: log(label.id, title, template.input),
      output: Object.entries(template.output).map(([node, content]) =>
        log(node, document.nodes.find(({ id }) => id === node)?.name ?? node, content),
      ),
    },
  };
}

export function presentOwn(row: TemplateRow, author: string): LoneTemplate {
  const common = { name: row.name, description: row.description, tags: [...row.tags] };
  return {
    id: row.id,
    ...common,
    author: { name: author, avatar: 'member' },
    actionFrom: action('listener', row.listenerComponent),
    actionTo: action('datasink', row.datasinkComponent),
    featured: false,
    own: true,
    preview: 'graph',
    graph: row.document,
    pipeline: row.document,
    pipelineMetadata: common,
    logs: row.logs as TemplateLogs | null,
  };
}

export const cardOf = ({ id, name, description, author, tags, actionFrom, actionTo, featured, own }: LoneTemplate): TemplateCard => ({
  id,
  name,
  description,
  author,
  tags,
  actionFrom,
  actionTo,
  featured,
  own,
});

/** Component of the data sink that comes first in the document. */
export function firstDatasink({ nodes }: PipelineDocument): string {
  const node = nodes.find(({ kind }) => kind === 'datasink');
  return node?.kind === 'datasink' ? node.component : '';
}

const relatedMax = 3;

/** Ids of those that have most tags in common with it; none without any. */
export function relatedTo(template: LoneTemplate, all: readonly LoneTemplate[]): string[] {
  const shared = ({ tags }: LoneTemplate) => tags.filter((tag) => template.tags.includes(tag)).length;
  return all
    .filter((other) => other.id !== template.id && shared(other) > 0)
    .toSorted((a, b) => shared(b) - shared(a) || (a.name < b.name ? -1 : 1))
    .slice(0, relatedMax)
    .map(({ id }) => id);
}
