import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classNames, FieldNote, type FieldControl } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import type { SourceFault, SourceLanguage } from './language.ts';
import { mountEditor, type EditorSettings, type MountedEditor } from './code-mirror/mount-editor.ts';
import { SourceTools, type SourceToolsProps } from './source-tools.tsx';
import { sourceTexts } from './texts.ts';

export interface SourceEditorProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly control: FieldControl;
  /** Read aloud for the field. */
  readonly label: string;
  readonly disabled: boolean;
  /** Made once for the same surroundings. */
  readonly language: SourceLanguage;
  /** Made once for the same text. */
  readonly faults: readonly SourceFault[];
  readonly placeholder?: string | undefined;
  /** Lines it has room for at least. */
  readonly rows?: number;
  /** What the pointer may put at the caret; absent: nothing. */
  readonly tools?: Omit<SourceToolsProps, 'onInsert'> | undefined;
}

const lineHeightPx = 20;
const paddingPx = 12;

/** Source text with completion, hints and its faults; Tab leaves it. */
export function SourceEditor({
  value,
  onChange,
  control,
  label,
  disabled,
  language,
  faults,
  placeholder = '',
  rows = 1,
  tools,
}: SourceEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<MountedEditor>(undefined);
  const [caret, setCaret] = useState(-1);
  const change = useRef(onChange);
  const wrong = faults.length > 0 || control['aria-invalid'] === true;
  const settings: EditorSettings = {
    value,
    language,
    faults,
    placeholder,
    disabled,
    attributes: {
      id: control.id,
      'aria-label': label,
      ...(control['aria-describedby'] ? { 'aria-describedby': control['aria-describedby'] } : {}),
      ...(control['aria-required'] ? { 'aria-required': 'true' } : {}),
      ...(wrong ? { 'aria-invalid': 'true' } : {}),
    },
  };
  const first = useRef(settings);
  useLayoutEffect(() => {
    change.current = onChange;
  });
  useLayoutEffect(() => {
    const mounted = mountEditor(parent.current!, first.current, (text) => change.current(text), setCaret);
    editor.current = mounted;
    return () => {
      editor.current = undefined;
      mounted.destroy();
    };
  }, []);
  useLayoutEffect(() => editor.current?.update(settings));
  useLabelClick(control.id, () => editor.current?.focus());
  return (
    <div className="flex flex-col gap-1.5">
      <div
        ref={parent}
        className={classNames('src-editor ui-input', disabled && 'opacity-55')}
        data-multi=""
        aria-invalid={wrong || undefined}
        style={{ minHeight: rows * lineHeightPx + paddingPx }}
      />
      {tools && <SourceTools {...tools} onInsert={(text) => editor.current?.insert(text)} />}
      <FaultLine faults={faults} caret={caret} onGo={(at) => editor.current?.goTo(at)} onFix={onChange} disabled={disabled} />
    </div>
  );
}

/** A click on the label of an input focuses it; this does the same for an element that is none. */
function useLabelClick(id: string, focus: () => void): void {
  const latest = useRef(focus);
  useEffect(() => {
    latest.current = focus;
  });
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('label')?.htmlFor === id) latest.current();
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [id]);
}

/** The fault under the caret, else the first; its position leads there. */
function FaultLine({
  faults,
  caret,
  onGo,
  onFix,
  disabled,
}: {
  readonly faults: readonly SourceFault[];
  readonly caret: number;
  readonly onGo: (at: number) => void;
  readonly onFix: (text: string) => void;
  readonly disabled: boolean;
}) {
  const t = useTexts(sourceTexts);
  const fault = faults.find(({ from, to }) => from <= caret && caret <= to) ?? faults[0];
  if (!fault) return null;
  return (
    <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1" role="status">
      <FieldNote error={fault.message} />
      <button type="button" className="ui-link text-xs" onClick={() => onGo(fault.from)}>
        {t('position', { position: fault.from + 1 })}
      </button>
      {faults.length > 1 && <span className="ui-hint">{t('more', { count: faults.length - 1 })}</span>}
      {fault.fix !== undefined && !disabled && (
        <button type="button" className="ui-link text-xs" onClick={() => onFix(fault.fix!.text)}>
          {t('takeFix', { fix: fault.fix.label })}
        </button>
      )}
    </div>
  );
}
