import { classNames, Icon, IconButton } from '@acequia/ui';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { findSteps, type FoundStep } from '../../model/find-steps.ts';
import { editorTexts } from '../../texts.ts';
import { reveal } from '../canvas/reveal.ts';
import { useServices, useView } from '../editor-context.ts';

const shownMax = 8;

/** Finds a step by name, type or setting. Enter shows the next match; Escape gives the keys back to what had them. */
export function FindStep({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const { actions } = useServices();
  const view = useView();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [before] = useState(() => document.activeElement);
  const [text, setText] = useState('');
  const [at, setAt] = useState(-1);
  const found = useMemo(() => findSteps(view, text, language), [view, text, language]);
  const from = Math.max(0, Math.min(at - shownMax + 1, found.length - shownMax));
  useEffect(() => input.current?.focus(), []);

  const show = (index: number) => {
    const step = found[index];
    if (!step) return;
    setAt(index);
    actions.selectNode(step.node);
    reveal(step.node);
  };
  const close = () => {
    onClose();
    if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus();
    else if (found[at]) reveal(found[at].node, true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const way = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key !== 'Escape' && way === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (way === undefined) close();
    else if (found.length > 0) show((Math.max(at, way < 0 ? 0 : -1) + way + found.length) % found.length);
  };

  return (
    <section className="pe-find" aria-label={t('findHere')}>
      <div className="pe-find-line">
        <Icon name="search" size={14} />
        <input
          ref={input}
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-activedescendant={at >= 0 ? `${listId}-${at}` : undefined}
          aria-label={t('findHere')}
          placeholder={t('findPlaceholder')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(-1);
          }}
          onKeyDown={onKeyDown}
        />
        {text.trim() !== '' && (
          <span className="pe-find-count ui-num" role="status">
            {at >= 0 ? t('findAt', { at: at + 1, count: found.length }) : t('findCount', { count: found.length })}
          </span>
        )}
        <IconButton icon="x" size="sm" label={t('findClose')} onClick={close} />
      </div>
      <div id={listId} role="listbox" aria-label={t('findMatches')} className="pe-find-list">
        {found.slice(from, from + shownMax).map((step, index) => (
          <Match
            key={step.node}
            id={`${listId}-${from + index}`}
            step={step}
            chosen={from + index === at}
            onChoose={() => show(from + index)}
          />
        ))}
      </div>
    </section>
  );
}

interface MatchProps {
  readonly id: string;
  readonly step: FoundStep;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function Match({ id, step: { title, component, setting }, chosen, onChoose }: MatchProps) {
  return (
    <button
      type="button"
      id={id}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      className={classNames('pe-find-match', chosen && 'pe-find-chosen')}
      onClick={onChoose}
    >
      <b>{title}</b>
      <span>{setting ? [setting.field, setting.value].filter(Boolean).join(': ') : component !== title && component}</span>
    </button>
  );
}
