import { useCallback } from 'react';
import { faultText } from '#blocks/definition-form/index.ts';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { useFormat } from '#lib/format/index.ts';
import type { EditorProblem } from '../model/editor-problems.ts';
import { isMissing, missingName } from '../model/missing-name.ts';
import { fieldTitle } from '../model/field-title.ts';
import { editorTexts } from '../texts.ts';
import { useView } from './editor-context.ts';
import { portTitle } from './port-title.ts';

/** A problem as a sentence, and what it costs now. */
export function useProblemText(): (problem: EditorProblem) => string {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const format = useFormat();
  const reasonText = useReasonText();
  const view = useView();
  return useCallback(
    (problem) => {
      const node = problem.node === undefined ? undefined : view.node(problem.node);
      const port = problem.port === undefined ? '' : node ? portTitle({ id: problem.port }, node, t) : problem.port;
      const fault =
        problem.fault === undefined
          ? ''
          : faultText(
              {
                path: problem.path ?? '',
                code: problem.fault,
                severity: problem.severity,
                ...(problem.fields ? { fields: problem.fields } : {}),
              },
              language,
            );
      const name = node && missingName(problem, node, view.catalogue);
      return t(name !== undefined && isMissing(problem.code) ? `problem.${problem.code}.named` : `problem.${problem.code}`, {
        ...problem.fields,
        name: name ?? '',
        sink: typeof problem.fields?.['sink'] === 'string' ? view.text(problem.fields['sink']).title : '',
        port,
        fault,
        path: node && problem.path !== undefined ? fieldTitle(node, problem.path, view.catalogue, language) : '',
        rate: format.compact(problem.eventsPerSecond ?? 0),
        reason: problem.reason ? reasonText(problem.reason) : '',
      });
    },
    [t, language, format, reasonText, view],
  );
}
