/** How files begin that are text for a machine, but no rows. */
const beginnings = ['%pdf-', '{\\rtf', '<?xml', '<!doctype', '<html'] as const;
const headBytes = 4096;

/** Whether the beginning of a file may be rows of text: no document, no page, no image or archive. Its encoding is not checked. */
export function maybeRows(file: Uint8Array): boolean {
  const head = file.subarray(0, headBytes);
  if (head.includes(0)) return false;
  const text = new TextDecoder().decode(head.subarray(0, 64)).trimStart().toLowerCase();
  return !beginnings.some((beginning) => text.startsWith(beginning));
}
