import type { PresentEditor } from '@acequia/contract';
import { Avatar, classNames, Icon } from '@acequia/ui';

/** The initials of somebody in a ring of their color; with an eye for who only looks. */
export function EditorMark({ editor, small = false }: { readonly editor: PresentEditor; readonly small?: boolean }) {
  return (
    <span className={classNames('pe-editor-mark', small && 'pe-editor-mark-small')} aria-hidden>
      <Avatar name={editor.name} seed={editor.email} />
      {!editor.edits && <Icon name="eye" size={small ? 8 : 10} />}
    </span>
  );
}
