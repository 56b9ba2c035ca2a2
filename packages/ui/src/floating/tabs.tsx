import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface TabSpec<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

export function Tabs<V extends string>({
  value,
  onChange,
  tabs,
  className,
  listClassName,
  label,
  aside,
}: {
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly tabs: readonly TabSpec<V>[];
  readonly className?: string;
  readonly listClassName?: string;
  readonly label: string;
  /** Beside the tabs, at the end of their line. */
  readonly aside?: ReactNode;
}) {
  const list = (
    <RadixTabs.List className={classNames('ui-tabs px-4', listClassName)} aria-label={label}>
      {tabs.map((tab) => (
        <RadixTabs.Trigger key={tab.value} value={tab.value} className="ui-tab">
          {tab.label}
        </RadixTabs.Trigger>
      ))}
    </RadixTabs.List>
  );
  return (
    <RadixTabs.Root value={value} onValueChange={(next) => onChange(next as V)} className={className ?? 'contents'}>
      {aside === undefined ? (
        list
      ) : (
        <div className="ui-tabs-line">
          {list}
          {aside}
        </div>
      )}
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className="min-h-0">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
