import { useEffect, useState } from 'react';
import { IconButton } from '../controls/icon-button.tsx';
import { useUiWords } from '../ui-words.tsx';

const shownMs = 1600;

/** Copies a text; its icon says that it did. */
export function CopyButton({ text, label, size = 'sm' }: { readonly text: string; readonly label?: string; readonly size?: 'sm' | 'md' }) {
  const words = useUiWords();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <IconButton
        icon={copied ? 'check' : 'copy'}
        label={copied ? words.copied : (label ?? words.copy)}
        size={size}
        onClick={() => void copyText(text).then(() => setCopied(true))}
      />
      <span className="ui-hidden" role="status">
        {copied ? words.copied : ''}
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
    <div className="ui-command">
      <pre>{text}</pre>
      <CopyButton text={text} {...(label ? { label } : {})} />
    </div>
  );
}
