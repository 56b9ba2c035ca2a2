import { eventId } from './internal-values.ts';
import { rowWord, rowWords } from './row-table.ts';
import { tableView } from './selection.ts';
import type { BatchView } from './view.ts';

/** A number that is not smaller counts nothing: it is text. */
const numberMax = 1 << 20;

/** `number` is -1 when the name does not end with a number: then it is the prefix alone. `index`: of the row among those selected. */
type NameVisitor = (prefix: string, number: number, index: number) => void;

/**
 * Tells a row of a block from all others of the block, whatever else of the block is left out: by the event's id, or where all events
 * are `ofOneBlock`, by what that id says behind the name of the block.
 */
export function visitNames(view: BatchView, ofOneBlock: boolean, visit: NameVisitor): void {
  const { core, table, rows, count } = tableView(view);
  let elementsOf = -1;
  let prefix = '';
  for (let index = 0; index < count; index++) {
    const at = rows[index]! * rowWords;
    if (!ofOneBlock || table.words[at + rowWord.suffix] !== 0) {
      const id = eventId(core, table, rows[index]!);
      visitText(ofOneBlock ? behindBlock(id, core.frames.envelope(table.words[at + rowWord.frame]!)) : id, visit, index);
      continue;
    }
    const frame = core.frames.number(table.words[at + rowWord.frame]!);
    const element = table.words[at + rowWord.element]!;
    if (element < 0) {
      visit('', frame, index);
      continue;
    }
    if (frame !== elementsOf) prefix = `${frame}.`;
    elementsOf = frame;
    visit(prefix, element, index);
  }
}

function behindBlock(id: string, { listenerId, origin }: { readonly listenerId: string; readonly origin: string }): string {
  const block = `${listenerId}.${origin}.`;
  return id.startsWith(block) ? id.slice(block.length) : id;
}

function visitText(name: string, visit: NameVisitor, index: number): void {
  const end = name.lastIndexOf('.') + 1;
  const number = Number(name.slice(end));
  if (number >= 0 && number < numberMax && String(number) === name.slice(end)) visit(name.slice(0, end), number, index);
  else visit(name, -1, index);
}
