import type { PipelineDocument } from '@acequia/pipeline';
import { classNames, toneClass } from '@acequia/ui';
import { useMemo } from 'react';
import { useTexts } from '#i18n/index.ts';
import { diffLines, type DiffLine } from '../../model/diff-lines.ts';
import { editorTexts } from '../../texts.ts';
import { useLineWords } from '../use-line-words.ts';

const marks = { added: '+', changed: '~', removed: '−' } as const;
const tones = { added: 'success', changed: 'in', removed: 'danger' } as const;

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
  const { step, field, value } = useLineWords();
  if (line.what === 'node') return <span>{step(line.node)}</span>;
  if (line.what === 'link') return <span>{t('lineLink', { from: step(line.from), port: line.port, to: step(line.to) })}</span>;
  return (
    <span>
      {step(line.node)} · {field(line.node, line.path)}: <code className="pe-diff-before">{value(line.node, line.path, line.before)}</code>{' '}
      → <code>{value(line.node, line.path, line.after)}</code>
    </span>
  );
}
