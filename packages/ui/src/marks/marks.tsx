import type { CSSProperties, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/paths.tsx';
import { useUiWords } from '../ui-words.tsx';

export const tones = [
  'listener',
  'label',
  'pipeline',
  'action',
  'datasink',
  'enrichment',
  'cluster',
  'success',
  'warning',
  'danger',
  'in',
  'out',
  'neutral',
  'accent',
] as const;
/** Sets `--c` for what is inside. */
export type Tone = (typeof tones)[number];
export const toneClass = (tone: Tone): string => `ui-c-${tone}`;

/** A state; shape and word say it as well as the colour. */
export function Status({
  tone,
  shape = 'dot',
  children,
}: {
  readonly tone: Tone;
  readonly shape?: 'dot' | 'bars' | 'ring' | 'triangle' | 'question';
  readonly children: ReactNode;
}) {
  return (
    <span className={classNames('ui-status', toneClass(tone))}>
      <span className="ui-status-shape" data-shape={shape} aria-hidden />
      {children}
    </span>
  );
}

/** How much is done: `value` from 0 to 1. */
export function ProgressBar({ value, label }: { readonly value: number; readonly label: string }) {
  return <progress className="ui-progress" value={value} max={1} aria-label={label} />;
}

export function Count({ children }: { readonly children: ReactNode }) {
  return <span className="ui-count ui-num">{children}</span>;
}

/** Square before a number: in, out, a kind of thing. */
export function Dot({ tone }: { readonly tone: Tone }) {
  return <span className={classNames('ui-dot', toneClass(tone))} aria-hidden />;
}

export function LiveDot({ on = true }: { readonly on?: boolean }) {
  return <span className="ui-live" data-on={on} aria-hidden />;
}

export function Tile({
  tone,
  size = 28,
  children,
}: {
  readonly tone: Tone;
  readonly size?: 20 | 24 | 28 | 36;
  readonly children: ReactNode;
}) {
  return (
    <span className={classNames('ui-tile', toneClass(tone))} data-size={size}>
      {children}
    </span>
  );
}

const tagTones: readonly Tone[] = ['listener', 'label', 'pipeline', 'action', 'datasink', 'enrichment', 'danger', 'cluster'];

/** A small stable number of a text, for colours. */
export function hashOf(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (hash * 31 + letter.codePointAt(0)!) % 1_000_003;
  return hash;
}

export function Tag({ children }: { readonly children: string }) {
  return (
    <span className={classNames('ui-tag', toneClass(tagTones[hashOf(children) % tagTones.length]!))} title={children}>
      <span>{children}</span>
    </span>
  );
}

const avatarColours = ['--av-1', '--av-2', '--av-3', '--av-4', '--av-5', '--av-6', '--av-7', '--av-8', '--av-9', '--av-10'] as const;

/** Initials on one of ten colours, chosen by a hash of `seed`. */
export function Avatar({ name, seed }: { readonly name: string; readonly seed: string }) {
  return (
    <span
      className="ui-avatar"
      style={{ '--a': `var(${avatarColours[hashOf(seed) % avatarColours.length]})` } as CSSProperties}
      aria-hidden
    >
      {initialsOf(name)}
    </span>
  );
}

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0]!, words.at(-1)!].map((word) => [...word][0]) : [...(words[0] ?? '?')].slice(0, 2);
  return letters.join('').toLocaleUpperCase();
}

export function Kbd({ children }: { readonly children: ReactNode }) {
  return <kbd className="ui-kbd">{children}</kbd>;
}

/** A filter that is set (or could be): key, value, and a cross when it can be taken away. */
export function Chip({
  icon,
  name,
  children,
  onRemove,
  on = false,
}: {
  readonly icon?: IconName;
  readonly name?: string;
  readonly children: ReactNode;
  readonly onRemove?: () => void;
  readonly on?: boolean;
}) {
  const words = useUiWords();
  return (
    <span className={classNames('ui-chip', on && 'ui-chip-on')}>
      {icon && <Icon name={icon} size={14} />}
      {name && <span className="ui-chip-key">{name}</span>}
      {children}
      {onRemove && (
        <button type="button" className="ui-chip-remove" aria-label={`${words.remove} ${name ?? ''}`.trim()} onClick={onRemove}>
          <Icon name="x" size={12} />
        </button>
      )}
    </span>
  );
}

const typeTones: Readonly<Record<string, string>> = {
  string: '--t-string',
  integer: '--t-integer',
  float: '--t-float',
  boolean: '--t-bool',
  timestamp: '--t-time',
  json: '--t-json',
};

/** A field's type; lists share the colour of their elements and get a doubled border. `list<string>` is written `String[]`. */
export function TypeChip({ type }: { readonly type: string }) {
  const element = /^list<(.*)>$/.exec(type)?.[1];
  const scalar = element ?? type;
  const word = scalar === 'json' ? 'JSON' : scalar.charAt(0).toUpperCase() + scalar.slice(1);
  return (
    <span
      className={classNames('ui-type', element !== undefined && 'ui-type-list')}
      style={{ '--c': `var(${typeTones[scalar] ?? '--t-bool'})` } as Record<string, string>}
    >
      {element === undefined ? word : `${word}[]`}
    </span>
  );
}
