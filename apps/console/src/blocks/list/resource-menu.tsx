import { useState, type ReactElement, type ReactNode } from 'react';
import { IconButton, Menu, MenuItem, MenuRule, toast } from '@acequia/ui';
import { CopyAsItems, type CopyAsItemsProps } from '#blocks/copy-as/copy-as-items.tsx';
import type { LinkedPipeline } from '#blocks/page/pipeline-links.tsx';
import { RemovalDialog } from '#blocks/removal/removal-dialog.tsx';
import { removalTexts } from '#blocks/removal/texts.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { listTexts } from './texts.ts';

/** How the thing is deleted; absent for who may not. */
export interface Removal {
  readonly usedBy: readonly LinkedPipeline[];
  /** Said instead of what uses it. */
  readonly note?: string;
  readonly pending: boolean;
  /** Deletes it, then calls `done`. */
  readonly run: (done: () => void) => void;
  /** Where to go afterwards. */
  readonly leave: () => void;
}

/** What can be done with one thing of a list: links first, commands, deletion last with a question. */
export function ResourceMenu({
  name,
  links,
  copyAs,
  children,
  removal,
}: {
  readonly name: string;
  readonly links: readonly ReactElement[];
  /** What is read by the calls that can be copied. */
  readonly copyAs: CopyAsItemsProps;
  readonly children?: ReactNode;
  readonly removal: Removal | undefined;
}) {
  const t = useTexts(listTexts);
  const tr = useTexts(removalTexts);
  const [asking, setAsking] = useState(false);
  const label = t('actions', { name });
  const done = () => {
    toast({ title: tr('done', { name }) });
    setAsking(false);
    removal?.leave();
  };
  return (
    <>
      <Menu label={label} trigger={<IconButton icon="more" size="sm" label={label} />}>
        {links.map((link, index) => (
          <MenuItem asChild key={index}>
            {link}
          </MenuItem>
        ))}
        {children}
        <MenuRule />
        <CopyAsItems {...copyAs} />
        {removal && (
          <>
            <MenuRule />
            <MenuItem icon="trash" danger onSelect={() => setAsking(true)}>
              {tr('confirm')}
            </MenuItem>
          </>
        )}
      </Menu>
      {asking && removal && (
        <RemovalDialog
          name={name}
          usedBy={removal.usedBy}
          {...(removal.note === undefined ? {} : { note: removal.note })}
          pending={removal.pending}
          onConfirm={() => removal.run(done)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
