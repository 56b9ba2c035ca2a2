import { Command } from 'cmdk';
import { Dialog as RadixDialog } from 'radix-ui';
import type { KeyboardEvent, ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/paths.tsx';

export interface CommandEntry {
  readonly id: string;
  readonly icon: IconName;
  readonly label: string;
  /** Faint, behind the label. */
  readonly hint?: ReactNode;
  /** At the right edge. */
  readonly end?: ReactNode;
  readonly run: () => void;
}

export interface CommandGroup {
  readonly title: string;
  readonly entries: readonly CommandEntry[];
}

export interface CommandDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Name of the layer and its list; read, not drawn. */
  readonly title: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Backspace with nothing typed. */
  readonly onBack: () => void;
  /** Where one is, before the field. */
  readonly place?: ReactNode;
  /** Above the groups, said to screen readers too. */
  readonly message?: ReactNode;
  readonly groups: readonly CommandGroup[];
  readonly footer?: ReactNode;
}

/** A field with a list under it, over the page; arrows move, Enter runs, Escape closes. What is listed is the caller's to choose. */
export function CommandDialog(props: CommandDialogProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && props.value === '') props.onBack();
  };
  return (
    <RadixDialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <RadixDialog.Portal>
        <div className="ui-scrim" aria-hidden />
        <RadixDialog.Content className="ui-command" aria-describedby={undefined}>
          <RadixDialog.Title className="ui-hidden">{props.title}</RadixDialog.Title>
          <Command shouldFilter={false} vimBindings={false} loop label={props.title} className="contents">
            <div className="ui-command-field">
              <Icon name="search" />
              {props.place}
              <Command.Input value={props.value} onValueChange={props.onValue} onKeyDown={onKeyDown} placeholder={props.placeholder} />
            </div>
            <Command.List className="ui-command-list" label={props.title} onMouseDown={(event) => event.preventDefault()}>
              {props.message && (
                <div className="ui-command-message" role="status">
                  {props.message}
                </div>
              )}
              {props.groups.map((group) => (
                <Command.Group key={group.title} heading={group.title} className="ui-command-group">
                  {group.entries.map((entry) => (
                    <Command.Item key={entry.id} value={`${group.title} ${entry.id}`} onSelect={entry.run} className="ui-menu-item">
                      <Icon name={entry.icon} />
                      <span className="truncate">{entry.label}</span>
                      {entry.hint && <span className="ui-hint truncate min-w-0">{entry.hint}</span>}
                      {entry.end && <span className="ui-menu-end">{entry.end}</span>}
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
            </Command.List>
            {props.footer && <div className="ui-command-foot">{props.footer}</div>}
          </Command>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
