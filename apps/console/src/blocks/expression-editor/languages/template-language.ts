import type { SourceLanguage, SourceToken } from '../language.ts';
import { callAt, hintAt, offersAt, type ExpressionSurroundings } from './expression-language.ts';
import { referenceOffers } from './field-offers.ts';
import { expressionTokens } from './scan-expression.ts';

interface Hole {
  readonly kind: 'reference' | 'expression';
  readonly from: number;
  /** Behind its end; the text's end while it is open. */
  readonly to: number;
  readonly open: boolean;
}

/** The references `${}` and expressions `{{ }}` of a template. */
function holesOf(text: string): readonly Hole[] {
  const holes: Hole[] = [];
  for (const found of text.matchAll(/\$\$\{|\$\{(?:[^}"']|"[^"]*"|'[^']*')*(\}|$)|\{\{([^}]|\}(?!\}))*(\}\}|$)/g)) {
    const [whole, referenceEnd, , expressionEnd] = found;
    if (whole === '$${') continue;
    const kind = whole.startsWith('$') ? 'reference' : 'expression';
    holes.push({
      kind,
      from: found.index,
      to: found.index + whole.length,
      open: (kind === 'reference' ? referenceEnd : expressionEnd) === '',
    });
  }
  return holes;
}

/** Text with references and expressions in it (catalogue 1.6). */
export const templateLanguage = (around: ExpressionSurroundings): SourceLanguage => {
  const holeAt = (text: string, at: number) =>
    holesOf(text).find(({ from, to, open }) => from + 2 <= at && (at < to || (open && at === to)));
  const inside = (hole: Hole, at: number): boolean => hole.open || at <= hole.to - (hole.kind === 'expression' ? 2 : 1);
  return {
    tokens: (text) =>
      holesOf(text).flatMap(({ kind, from, to, open }): readonly SourceToken[] => {
        if (kind === 'reference') return [{ from, to, look: 'field' }];
        const end = open ? to : to - 2;
        return [
          { from, to: from + 2, look: 'mark' },
          ...expressionTokens(text, from + 2, end),
          ...(open ? [] : [{ from: end, to, look: 'mark' as const }]),
        ];
      }),
    offers(text, at, asked) {
      const hole = holeAt(text, at);
      if (!hole || !inside(hole, at)) {
        if (!asked) return undefined;
        const { offers } = referenceOffers(around.fields, '', 0, 0);
        return { from: at, to: at, offers: offers.map((offer) => ({ ...offer, insert: `\${${offer.insert}` })) };
      }
      if (hole.kind === 'reference') return referenceOffers(around.fields, text, hole.from, at);
      return offersAt(around, hole.open ? text : text.slice(0, hole.to - 2), hole.from + 2, at, asked);
    },
    hint(text, at) {
      const hole = holeAt(text, at) ?? holesOf(text).find(({ from }) => from <= at && at < from + 2);
      if (!hole) return undefined;
      return hole.kind === 'reference'
        ? hintAt(around, text.slice(0, hole.to), hole.from, at)
        : hintAt(around, text.slice(0, hole.to - 2), hole.from + 2, at);
    },
    call(text, at) {
      const hole = holeAt(text, at);
      return hole?.kind === 'expression' && inside(hole, at) ? callAt(around, text, hole.from + 2, at) : undefined;
    },
  };
};
