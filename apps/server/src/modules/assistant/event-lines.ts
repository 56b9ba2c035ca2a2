/**
 * Takes a server-sent event stream piece by piece and gives the data of each event whole. Line ends may be LF or CRLF; comments and
 * other fields are passed over.
 */
export function createEventReader(): { push(piece: Uint8Array): string[]; end(): string[] } {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  const take = (text: string): string[] => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    const events: string[] = [];
    for (const each of lines) {
      const line = each.endsWith('\r') ? each.slice(0, -1) : each;
      if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
      else if (line === '' && data.length > 0) {
        events.push(data.join('\n'));
        data = [];
      }
    }
    return events;
  };
  return {
    push: (piece) => take(decoder.decode(piece, { stream: true })),
    /** An event that the stream ended in counts as whole. */
    end: () => take(`${decoder.decode()}\n\n`),
  };
}
