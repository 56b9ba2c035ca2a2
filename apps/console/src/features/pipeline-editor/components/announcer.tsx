import { useEffect, useRef, useState } from 'react';
import { useTexts } from '#i18n/index.ts';
import { stepOf, type EditorState, type StepName } from '../model/editor-state.ts';
import { editorTexts } from '../texts.ts';
import { useServices } from './editor-context.ts';

/** Typing is heard as it is typed. */
const unsaid: ReadonlySet<StepName> = new Set(['configure', 'rename', 'note']);

/** Tells a screen reader what was done to the document, and what was taken back. */
export function Announcer() {
  const t = useTexts(editorTexts);
  const { store } = useServices();
  const [said, setSaid] = useState('');
  const before = useRef<EditorState['history']>(undefined);
  useEffect(() => {
    before.current = store.get().history;
    return store.subscribe(() => {
      const then = before.current;
      const now = store.get().history;
      before.current = now;
      if (!then || then.present === now.present) return;
      const undone = now.future.length > then.future.length;
      const redone = now.future.length < then.future.length && now.past.length > then.past.length && now.future.length > 0;
      const step = stepOf(undone ? now.future[0] : now.past.at(-1));
      if (!step || (unsaid.has(step.step) && !undone)) return;
      const words = t(`step.${step.step}`, { subject: step.subject });
      setSaid(undone ? t('saidUndone', { step: words }) : redone ? t('saidRedone', { step: words }) : t('saidDone', { step: words }));
    });
  }, [store, t]);
  return (
    <div className="ui-hidden" role="status" aria-live="polite">
      {said}
    </div>
  );
}
