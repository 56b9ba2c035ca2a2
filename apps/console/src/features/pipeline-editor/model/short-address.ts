/** A name shorter than this tells little. */
const leastHost = 8;

/**
 * A line of a card within so many characters: of a URL or a path, the start and the last part stay and the middle goes, since the
 * last part tells it from its neighbors. Other words are left to the card, which cuts off their end.
 */
export function shortAddress(line: string, room: number): string {
  if (line.length <= room) return line;
  const address = line
    .split(' ')
    .filter((word) => word.includes('/'))
    .toSorted((a, b) => b.length - a.length)[0];
  if (address === undefined) return line;
  return line.replace(address, () => shortened(address, room - line.length + address.length));
}

function shortened(address: string, room: number): string {
  const bare = address.replace(/^[a-z][a-z\d+.-]*:\/\//i, '').replace(/\/$/, '');
  if (bare.length <= room) return bare;
  const parts = bare.split('/');
  const [first, last] = [parts[0]!, parts.at(-1)!];
  if (parts.length < 2) return bare;
  for (let kept = parts.length - 2; kept > 0; kept -= 1) {
    const short = [...parts.slice(0, kept), '…', last].join('/');
    if (short.length <= room) return short;
  }
  const host = Math.max(leastHost, room - last.length - 2);
  return first === '' ? `…/${last}` : `${first.length > host ? `${first.slice(0, host).replace(/[.-]+$/, '')}…` : `${first}/…`}/${last}`;
}
