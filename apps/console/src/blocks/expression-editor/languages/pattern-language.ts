import { knownOptions, patternOperatorDocs, patternOptionDocs, patternTypeDocs, patternTypes, type PatternType } from '@acequia/event';
import type { Language } from '@acequia/component-sdk/text';
import type { Hint, Offer, Offers, SourceLanguage, SourceToken } from '../language.ts';

type OperatorWord = keyof typeof patternOperatorDocs;
const operatorWords = Object.keys(patternOperatorDocs) as readonly OperatorWord[];

const field = /\{(\*|[A-Za-z0-9_][\w\-#.]*)?(?:(:)([A-Za-z0-9]*))?/y;
const operator = /<([A-Za-z]*)/y;
const quoted = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?/y;
const option = /([A-Za-z]+)(?=\s*=)/y;
const number = /-?\d+(?:\.\d+)?/y;

/** A field or operator whose options stand between its brackets. */
interface Options {
  readonly of: string;
  readonly from: number;
}

interface Scan {
  readonly tokens: readonly SourceToken[];
  /** Of the options that are open at the end of the text. */
  readonly open: Options | undefined;
}

/** The looks of a pattern's pieces; also what is open where it ends. Escapes are text. */
function scan(text: string): Scan {
  const tokens: SourceToken[] = [];
  let open: Options | undefined;
  const push = (from: number, to: number, look: SourceToken['look']) => to > from && tokens.push({ from, to, look });
  const take = (shape: RegExp, at: number) => {
    shape.lastIndex = at;
    return shape.exec(text);
  };
  for (let at = 0; at < text.length;) {
    if (text[at] === '\\') at += 2;
    else if (open) {
      const found = take(quoted, at) ?? undefined;
      const name = found ? undefined : take(option, at);
      const digits = found || name ? undefined : take(number, at);
      const piece = found ?? name ?? digits;
      if (piece) push(at, at + piece[0].length, found ? 'string' : name ? 'keyword' : 'number');
      else if (text[at] === ')') open = undefined;
      at += piece ? Math.max(1, piece[0].length) : 1;
    } else if (text[at] === '{') {
      const [whole, name = '', colon = '', type = ''] = take(field, at)!;
      push(at, at + 1, 'mark');
      push(at + 1, at + 1 + name.length, 'field');
      push(at + 1 + name.length + colon.length, at + whole.length, 'type');
      at += whole.length;
      if (text[at] === '(') {
        open = { of: type === '' ? 'string' : type, from: at + 1 };
        at += 1;
      }
    } else if (text[at] === '<') {
      const [whole, word = ''] = take(operator, at)!;
      push(at, at + whole.length, 'keyword');
      at += whole.length;
      if (text[at] === '(' && (word === 'while' || word === 'until' || word === 'skip')) {
        open = { of: word, from: at + 1 };
        at += 1;
      }
    } else {
      if (text[at] === '}' || text[at] === '>' || text[at] === '|') push(at, at + 1, 'mark');
      at += 1;
    }
  }
  return { tokens, open };
}

const isType = (word: string): word is PatternType => (patternTypes as readonly string[]).includes(word);
const isOperator = (word: string): word is OperatorWord => (operatorWords as readonly string[]).includes(word);

/** The parse language (catalogue 5). */
export const patternLanguage = (language: Language): SourceLanguage => ({
  tokens: (text) => scan(text).tokens,
  offers: (text, at, asked) => offersAt(language, text, at, asked),
  hint: (text, at) => hintAt(language, text, at),
  call: () => undefined,
});

function offersAt(language: Language, text: string, at: number, asked: boolean): Offers | undefined {
  const before = text.slice(0, at);
  const { open } = scan(before);
  if (open) {
    const written = /(?:^|[(,]\s*)([A-Za-z]*)$/.exec(before.slice(open.from));
    const known = knownOptions[open.of as keyof typeof knownOptions] as readonly string[] | undefined;
    if (!written || !known || (written[1] === '' && !asked && before.at(-1) !== '(')) return undefined;
    return {
      from: at - written[1]!.length,
      to: at,
      offers: known.filter((name) => name !== '').map((name) => optionOffer(language, name)),
    };
  }
  const typed = /(?:^|[^\\])\{[^{}()<>:]*:([A-Za-z]*)$/.exec(before);
  if (typed) {
    const rest = /^[A-Za-z0-9]*/.exec(text.slice(at))![0].length;
    return { from: at - typed[1]!.length, to: at + rest, offers: patternTypes.map((type) => typeOffer(language, type, text[at + rest])) };
  }
  const begun = /(?:^|[^\\])<([A-Za-z]*)$/.exec(before);
  if (begun) return { from: at - begun[1]!.length, to: at, offers: operatorWords.map((word) => operatorOffer(language, word, text[at])) };
  if (!asked) return undefined;
  return {
    from: at,
    to: at,
    offers: [
      { label: '{name}', kind: 'field', insert: '{}', caret: 1 },
      ...operatorWords.map((word) => {
        const offer = operatorOffer(language, word, undefined);
        return { ...offer, insert: `<${offer.insert}`, ...(offer.caret === undefined ? {} : { caret: offer.caret + 1 }) };
      }),
    ],
  };
}

const optionOffer = (language: Language, name: string): Offer => ({
  label: name,
  kind: 'option',
  insert: `${name}=`,
  ...(patternOptionDocs[name] ? { doc: { text: patternOptionDocs[name][language] } } : {}),
});

const typeOffer = (language: Language, type: PatternType, next: string | undefined): Offer => ({
  label: type,
  kind: 'type',
  insert: next === '}' || next === '(' ? type : `${type}}`,
  doc: { text: patternTypeDocs[type][language], example: patternTypeDocs[type].example.trim() },
});

function operatorOffer(language: Language, word: OperatorWord, next: string | undefined): Offer {
  const doc = { text: patternOperatorDocs[word][language], example: patternOperatorDocs[word].example };
  const base = { label: word, kind: 'keyword', doc } as const;
  if (word === 'newline' || word === 'space' || word === 'any') return { ...base, insert: next === '>' ? word : `${word}>` };
  const inside = word === 'while' || word === 'until' ? 'value=""' : '';
  const caret = word.length + 1 + (inside === '' ? 0 : inside.length - 1);
  return { ...base, insert: next === '(' ? word : `${word}(${inside})>`, ...(next === '(' ? {} : { caret }) };
}

function hintAt(language: Language, text: string, at: number): Hint | undefined {
  const token = scan(text).tokens.find(({ from, to }) => from <= at && at < to);
  if (!token) return undefined;
  const { from, to } = token;
  const word = text.slice(from, to).replace(/^</, '');
  if (token.look === 'type' && isType(word))
    return { from, to, title: word, doc: { text: patternTypeDocs[word][language], example: patternTypeDocs[word].example.trim() } };
  if (token.look !== 'keyword') return undefined;
  if (text[from] === '<' && isOperator(word))
    return { from, to, title: `<${word}>`, doc: { text: patternOperatorDocs[word][language], example: patternOperatorDocs[word].example } };
  const known = patternOptionDocs[word];
  return known ? { from, to, title: word, doc: { text: known[language] } } : undefined;
}
