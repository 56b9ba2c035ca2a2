import { useEffect, useState } from 'react';
import { IconButton } from '../controls/icon-button.tsx';
import { useUiWords } from '../ui-words.tsx';

const shownMs = 1600;

export interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
  /** What the text is, for the word that says it was copied. */
  readonly what?: 'id' | 'url';
  readonly size?: 'sm' | 'md';
}

const copiedWords = { id: 'idCopied', url: 'urlCopied' } as const;

/** Copies a text; its icon says that it did, or could not. */
export function CopyButton({ text, label, what, size = 'sm' }: CopyButtonProps) {
  const words = useUiWords();
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const said = outcome && (outcome === 'failed' ? words.copyFailed : words[what ? copiedWords[what] : 'copied']);
  const copy = () =>
    copyText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  return (
    <>
      <IconButton
        icon={outcome === undefined ? 'copy' : outcome === 'copied' ? 'check' : 'alert'}
        label={said ?? label ?? words.copy}
        size={size}
        onClick={() => void copy()}
      />
      <span className="ui-hidden" role="status">
        {said ?? ''}
      </span>
    </>
  );
}

/** Works on plain http too, where the clipboard interface is missing. */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'ui-hidden';
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

/** A code to hand on, for instance of an error. */
export function CopyCode({ text }: { readonly text: string }) {
  return (
    <span className="inline-flex items-center gap-0.5 whitespace-nowrap align-middle">
      <code>{text}</code>
      <CopyButton text={text} />
    </span>
  );
}

/** A line to paste in a shell. */
export function Command({ text, label }: { readonly text: string; readonly label?: string }) {
  return (
    <div className="ui-copyline">
      <pre>{text}</pre>
      <CopyButton text={text} {...(label ? { label } : {})} />
    </div>
  );
}
