import type { ReactNode } from 'react';
import { useSearch } from '@tanstack/react-router';
import { CopyButton, DialogClose, Drawer, IconButton, Message, Tabs, Tag, useUiWords, type TabSpec } from '@acequia/ui';

export interface DetailsDrawerProps<V extends string> {
  readonly onClose: () => void;
  readonly name: string;
  readonly id: string;
  readonly tile: ReactNode;
  readonly menu: ReactNode;
  readonly status: ReactNode;
  readonly tags: readonly string[];
  readonly tab: V;
  readonly onTab: (tab: V) => void;
  readonly tabs: readonly TabSpec<V>[];
  readonly footer?: ReactNode;
}

/** Details of one thing over its list; its address is its own. Steps back while the address opens a replay. */
export function DetailsDrawer<V extends string>({
  onClose,
  name,
  id,
  tile,
  menu,
  status,
  tags,
  tab,
  onTab,
  tabs,
  footer,
}: DetailsDrawerProps<V>) {
  const words = useUiWords();
  const { replay } = useSearch({ strict: false });
  if (replay !== undefined) return null;
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={name} size="lg" footer={footer}>
      <header className="flex items-center gap-2.5 pt-3.5 pr-2.5 pl-4">
        {tile}
        <div className="min-w-0 flex-1">
          <div className="text-sm font-semibold truncate">{name}</div>
          <div className="ui-hint flex items-center gap-1 ui-mono">
            {id}
            <CopyButton text={id} what="id" />
          </div>
        </div>
        {menu}
        <DialogClose asChild>
          <IconButton icon="x" size="sm" label={words.close} />
        </DialogClose>
      </header>
      <div className="flex flex-wrap items-center gap-1.5 px-4 pt-2.5 pb-1">
        {status}
        {tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </div>
      <Tabs
        label={name}
        value={tab}
        onChange={onTab}
        tabs={tabs.map((spec) => ({ ...spec, content: <div className="p-4">{spec.content}</div> }))}
      />
    </Drawer>
  );
}

/** The thing of the address is gone. */
export function GoneDrawer({ title, onClose }: { readonly title: string; readonly onClose: () => void }) {
  const words = useUiWords();
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={title}>
      <div className="flex justify-end p-3">
        <DialogClose asChild>
          <IconButton icon="x" size="sm" label={words.close} />
        </DialogClose>
      </div>
      <Message drawing="lost" title={title} />
    </Drawer>
  );
}
