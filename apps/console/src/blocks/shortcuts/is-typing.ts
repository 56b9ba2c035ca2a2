/** Whether keys belong to what has the focus: a field, a menu, a dialog. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"], .cm-editor') !==
      null
  );
}
