import type { CallHint, Hint, Offer, SourceFault } from '../language.ts';

function element(tag: string, className: string, ...children: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

const docParts = (doc: Offer['doc']): readonly HTMLElement[] =>
  doc === undefined
    ? []
    : [element('p', '', doc.text), ...(doc.example === undefined ? [] : [element('code', 'src-example', doc.example)])];

/** Beside an offer. */
export const docTip = (doc: NonNullable<Offer['doc']>): HTMLElement => element('div', '', ...docParts(doc));

/** Under the pointer: what is wrong there first, then what stands there. */
export const hoverTip = (fault: SourceFault | undefined, hint: Hint | undefined): HTMLElement =>
  element(
    'div',
    'src-tip',
    ...(fault ? [element('p', '', fault.message), element('code', 'src-example', fault.code)] : []),
    ...(hint ? [element('code', '', hint.title), ...docParts(hint.doc)] : []),
  );

/** Above a call that is being written. */
export const callTip = ({ before, active, after, doc }: CallHint): HTMLElement =>
  element('div', 'src-tip', element('code', '', before, element('span', 'src-active', active), after), element('p', '', doc));
