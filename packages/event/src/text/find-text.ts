/** Letters the host's search is asked for; its own worst case is the text times this. */
const nativeMax = 8;

/** As `indexOf`, in time linear in both texts whatever they hold: the host's search of a long part can take their product. */
export function findText(text: string, part: string, from = 0): number {
  if (part.length <= nativeMax) return text.indexOf(part, from);
  const head = part.slice(0, nativeMax);
  const start = Math.max(0, from);
  let compared = 0;
  for (let at = text.indexOf(head, start); at >= 0; at = text.indexOf(head, at + 1)) {
    if (text.startsWith(part, at)) return at;
    compared += part.length;
    if (compared > 4 * (at - start + part.length)) return findByTable(text, part, at + 1);
  }
  return -1;
}

/** Knuth, Morris and Pratt: `table` says how much of the part still fits after a letter that does not. */
function findByTable(text: string, part: string, from: number): number {
  const table = new Int32Array(part.length);
  let fitting = 0;
  for (let i = 1; i < part.length; i += 1) {
    const letter = part.charCodeAt(i);
    while (fitting > 0 && letter !== part.charCodeAt(fitting)) fitting = table[fitting - 1]!;
    if (letter === part.charCodeAt(fitting)) fitting += 1;
    table[i] = fitting;
  }
  fitting = 0;
  for (let i = from; i < text.length; i += 1) {
    const letter = text.charCodeAt(i);
    while (fitting > 0 && letter !== part.charCodeAt(fitting)) fitting = table[fitting - 1]!;
    if (letter === part.charCodeAt(fitting)) fitting += 1;
    if (fitting === part.length) return i + 1 - part.length;
  }
  return -1;
}

/** As `text.split(part)`; linear as `findText`. */
export function splitAt(text: string, part: string): string[] {
  if (part === '') return text.split('');
  const parts: string[] = [];
  let at = 0;
  for (let next = findText(text, part); next >= 0; next = findText(text, part, at)) {
    parts.push(text.slice(at, next));
    at = next + part.length;
  }
  parts.push(text.slice(at));
  return parts;
}
