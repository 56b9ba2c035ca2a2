import { expressionFunctions, functionNamed, operators, signatureText, typeOfField, type KnownType, type TestOp } from '@acequia/event';
import type { Language } from '@acequia/component-sdk/text';
import type { OfferedFields } from '#blocks/field-offers/offered-fields.ts';
import type { CallHint, Hint, Offer, Offers, SourceLanguage } from '../language.ts';
import { fieldOffers, referenceOffers } from './field-offers.ts';
import { expressionTokens, scanExpression, type Piece } from './scan-expression.ts';

export interface ExpressionSurroundings {
  /** What arrives here; undefined while it is not known. */
  readonly fields: OfferedFields | undefined;
  readonly language: Language;
  /** The tests that make sense for a type. */
  readonly opsFor: (type: KnownType | undefined) => readonly TestOp[];
}

/** The language of conditions and expressions (catalogue 4). */
export const expressionLanguage = (around: ExpressionSurroundings): SourceLanguage => ({
  tokens: (text) => expressionTokens(text),
  offers: (text, at, asked) => offersAt(around, text, 0, at, asked),
  hint: (text, at) => hintAt(around, text, 0, at),
  call: (text, at) => callAt(around, text, 0, at),
});

/** What may be written at `at` of the expression that begins at `start`. */
export function offersAt(around: ExpressionSurroundings, text: string, start: number, at: number, asked: boolean): Offers | undefined {
  const before = scanExpression(text, start, at);
  const last = before.at(-1);
  if (last?.kind === 'open-field') return referenceOffers(around.fields, text, last.at, at);
  const whole = scanExpression(text, start).find((piece) => piece.at < at && at < piece.end);
  if (whole?.kind === 'field') return at < whole.at + 2 ? undefined : referenceOffers(around.fields, text, whole.at, at);
  if (last?.kind === 'open-string' || whole?.kind === 'string' || whole?.kind === 'time' || inComment(text, start, at)) return undefined;
  const touching = last !== undefined && last.end === at;
  if (touching && last.kind !== 'word' && !asked) return undefined;
  if (!touching && !asked) return undefined;
  const written = runOfWords(before, at);
  const operand = operandExpected(before.slice(0, written.index));
  if (!operand) {
    const typed = written.text.toLowerCase().replaceAll(/\s+/g, ' ');
    const fitting = operatorOffers(around, before.slice(0, written.index)).filter(({ label }) => label.startsWith(typed));
    if (fitting.length === 0 || (!asked && isWritten(fitting, typed))) return undefined;
    return { from: written.from, to: at, offers: fitting };
  }
  const from = last?.kind === 'word' && touching ? last.at : at;
  const offers = operandOffers(around);
  return !asked && isWritten(offers, text.slice(from, at)) ? undefined : { from, to: at, offers };
}

/** Whether a whole keyword stands there already: offering it would take the Enter that ends the line. */
const isWritten = (offers: readonly Offer[], typed: string): boolean =>
  offers.some(({ kind, label }) => kind === 'keyword' && label === typed);

const inComment = (text: string, start: number, at: number): boolean =>
  expressionTokens(text, start).some(({ look, from, to }) => look === 'comment' && from < at && at <= to);

const closing = new Set([')', ']']);
const joining = new Set([
  'and',
  'or',
  'not',
  'in',
  'cidr',
  'between',
  'contain',
  'contains',
  'of',
  'with',
  'matches',
  'match',
  'like',
  'type',
  'last',
  'than',
  'equal',
  'equals',
]);

/** Whether a value comes next, rather than what is done with one. */
function operandExpected(before: readonly Piece[]): boolean {
  const last = before.at(-1);
  if (!last) return true;
  if (last.kind === 'symbol') return !closing.has(last.text);
  return last.kind === 'word' && joining.has(last.text);
}

/** The words directly before the caret that may together be an operator; "and" and "or" end it, unless they are being written. */
function runOfWords(before: readonly Piece[], at: number): { readonly from: number; readonly text: string; readonly index: number } {
  let index = before.length;
  const belongs = ({ kind, text, end }: Piece) => kind === 'word' && (end === at || !['and', 'or'].includes(text));
  while (index > 0 && belongs(before[index - 1]!)) index -= 1;
  if (index === before.length) return { from: at, text: '', index };
  return {
    from: before[index]!.at,
    text: before
      .slice(index)
      .map((piece) => piece.text)
      .join(' '),
    index,
  };
}

const asOperator = (code: string): Offer => ({ label: code, kind: 'keyword', insert: `${code} ` });

function operatorOffers({ fields, opsFor }: ExpressionSurroundings, before: readonly Piece[]): readonly Offer[] {
  const left = before.at(-1);
  const type = left?.kind === 'field' && fields ? typeOfField(fields, left.text) : undefined;
  const fitting = new Set(opsFor(type));
  return [...operators.filter(({ op }) => fitting.has(op)).map(({ code }) => asOperator(code)), ...['and', 'or', '??'].map(asOperator)];
}

function operandOffers({ fields, language }: ExpressionSurroundings): readonly Offer[] {
  return [
    ...fieldOffers(fields, (name) => `\${${name}}`),
    ...expressionFunctions.map((definition): Offer => ({
      label: definition.name,
      kind: 'function',
      detail: signatureText(definition).slice(definition.name.length),
      insert: `${definition.name}()`,
      caret: definition.name.length + (definition.parameters.length === 0 ? 2 : 1),
      doc: { text: definition.doc[language], example: `${definition.example.code} → ${definition.example.result}` },
    })),
    ...['true', 'false', 'null'].map((word): Offer => ({ label: word, kind: 'keyword', insert: word })),
    { label: 'not', kind: 'keyword', insert: 'not ' },
  ];
}

/** What stands at a place: a function with its use, a field with its type. */
export function hintAt({ fields, language }: ExpressionSurroundings, text: string, start: number, at: number): Hint | undefined {
  const piece = scanExpression(text, start).find((each) => each.at <= at && at < each.end);
  if (!piece) return undefined;
  const place = { from: piece.at, to: piece.end };
  if (piece.kind === 'field') {
    const type = fields && typeOfField(fields, piece.text);
    return type === undefined || type === 'unknown' ? undefined : { ...place, title: `${piece.text}: ${type}` };
  }
  const definition = piece.kind === 'word' ? functionNamed(piece.text) : undefined;
  if (!definition || !/^\s*\(/.test(text.slice(piece.end))) return undefined;
  const example = `${definition.example.code} → ${definition.example.result}`;
  return { ...place, title: signatureText(definition), doc: { text: definition.doc[language], example } };
}

/** The innermost call that is open at the caret. */
export function callAt({ language }: ExpressionSurroundings, text: string, start: number, at: number): CallHint | undefined {
  const open: { readonly name: string | undefined; readonly at: number; argument: number }[] = [];
  let last: Piece | undefined;
  for (const piece of scanExpression(text, start, at)) {
    if (piece.kind === 'symbol') {
      if (piece.text === '(' || piece.text === '[')
        open.push({ name: piece.text === '(' && last?.kind === 'word' ? last.text : undefined, at: last?.at ?? piece.at, argument: 0 });
      else if (closing.has(piece.text)) open.pop();
      else if (piece.text === ',' && open.length > 0) open.at(-1)!.argument += 1;
    }
    last = piece;
  }
  const call = open.at(-1);
  const definition = call?.name === undefined ? undefined : functionNamed(call.name);
  if (!call || !definition) return undefined;
  const signature = signatureText(definition);
  const parts = definition.parameters.map(({ name }) => name);
  const active = parts[Math.min(call.argument, parts.length - 1)];
  const { before, now, after } = splitAtParameter(signature, parts, active);
  return { at: call.at, before, active: now, after, doc: definition.doc[language] };
}

/** A signature around one of its parameters. */
function splitAtParameter(signature: string, names: readonly string[], active: string | undefined) {
  const open = signature.indexOf('(') + 1;
  const close = signature.lastIndexOf(')');
  const written = signature.slice(open, close).split(', ');
  const index = active === undefined ? -1 : names.indexOf(active);
  if (index < 0 || written[index] === undefined) return { before: signature, now: '', after: '' };
  const head = written
    .slice(0, index)
    .map((part) => `${part}, `)
    .join('');
  const tail = written
    .slice(index + 1)
    .map((part) => `, ${part}`)
    .join('');
  return { before: signature.slice(0, open) + head, now: written[index], after: tail + signature.slice(close) };
}
