import { Note } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import type { EditorProblem } from '../../model/editor-problems.ts';
import { editorTexts } from '../../texts.ts';
import { ProblemRow } from '../problem-row.tsx';

export interface BlockerListProps {
  readonly title: string;
  readonly tone: 'danger' | 'warning';
  readonly problems: readonly EditorProblem[];
  /** Absent where the problem has no place on this page: the list is only read. */
  readonly onShow?: (problem: EditorProblem) => void;
}

/** Problems of a version by step and in words, each with the way to its place. */
export function BlockerList({ title, tone, problems, onShow }: BlockerListProps) {
  const t = useTexts(editorTexts);
  return (
    <Note tone={tone} title={title}>
      <ul className="pe-blockers" aria-label={t('problems')}>
        {problems.map((problem) => (
          <ProblemRow key={keyOf(problem)} problem={problem} onShow={onShow} />
        ))}
      </ul>
    </Note>
  );
}

const keyOf = ({ code, node, port, path, fault }: EditorProblem) => [code, node, port, path, fault].join('|');
