/** Text with its letters folded one to one, for comparing without case (Unicode simple folding). */
export function foldCase(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  let out = '';
  for (const c of text) {
    const upper = c.toUpperCase();
    const lower = (upper.length === c.length ? upper : c).toLowerCase();
    out += lower.length === c.length || lower.length === 1 ? lower : c;
  }
  return out;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 127) return false;
  return true;
}
