import type { PipelineDocument, PipelineNode } from '@acequia/pipeline';
import { classNames, toneClass } from '@acequia/ui';
import { useMemo } from 'react';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { cardText } from '../../model/card-text.ts';
import { diffLines, type DiffLine } from '../../model/diff-lines.ts';
import { fieldTitle } from '../../model/field-title.ts';
import { editorTexts } from '../../texts.ts';
import { useView } from '../editor-context.ts';

const marks = { added: '+', changed: '~', removed: '−' } as const;
const tones = { added: 'success', changed: 'in', removed: 'danger' } as const;

/** Members of a step beside its configuration. */
const ownFields: Readonly<Record<string, 'stepName' | 'listener' | 'label' | 'datasink' | 'publishKind'>> = {
  name: 'stepName',
  listenerId: 'listener',
  labelId: 'label',
  datasinkId: 'datasink',
  version: 'publishKind',
};

/** What runs differently, line by line. Mark and word say it as well as the colour. `same` is shown when nothing does. */
export function DiffView({
  before,
  after,
  same,
}: {
  readonly before: PipelineDocument;
  readonly after: PipelineDocument;
  readonly same: string;
}) {
  const t = useTexts(editorTexts);
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  if (lines.length === 0) return <p className="pe-quiet">{same}</p>;
  return (
    <ul className="pe-diff">
      {lines.map((line, index) => (
        <li key={index} className={classNames(toneClass(tones[line.mark]))}>
          <b aria-hidden>{marks[line.mark]}</b>
          <span className="pe-diff-word">{t(`line.${line.mark}`)}</span>
          <LineText line={line} />
        </li>
      ))}
    </ul>
  );
}

function LineText({ line }: { readonly line: DiffLine }) {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const { catalogue } = useView();
  const name = (node: PipelineNode) =>
    cardText(node, catalogue, language, (id) => t(id === 'all' ? 'builtin.all' : 'builtin.unlabelled')).title;
  const title = (node: PipelineNode, path: string) => {
    if (path.startsWith('config.')) return fieldTitle(node, path.slice('config.'.length), catalogue, language);
    const own = ownFields[path];
    return own ? t(own) : path;
  };
  if (line.what === 'node') return <span>{name(line.node)}</span>;
  if (line.what === 'link') return <span>{t('lineLink', { from: name(line.from), port: line.port, to: name(line.to) })}</span>;
  return (
    <span>
      {name(line.node)} · {title(line.node, line.path)}: <code className="pe-diff-before">{line.before ?? t('unset')}</code> →{' '}
      <code>{line.after ?? t('unset')}</code>
    </span>
  );
}
