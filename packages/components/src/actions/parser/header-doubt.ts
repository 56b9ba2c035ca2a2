const opened: Readonly<Record<string, string>> = { '[': ']', '(': ')', '"': '"' };

/** Whether the signs between the columns of a pattern's parts leave a bracket or quotation open: the message would begin inside. */
export function leavesOpen(parts: readonly string[]): boolean {
  const open: string[] = [];
  for (const part of parts) {
    // Columns, and forms with columns in them, are whole.
    if (/^(?:\{|<\w)/.test(part)) continue;
    for (const sign of part.replaceAll(/\\./g, '')) {
      if (sign === open.at(-1)) open.pop();
      else if (opened[sign] !== undefined) open.push(opened[sign]);
    }
  }
  return open.length > 0;
}

/** Whether a bracket begins in the text and ends outside of it, or the other way round. */
export function isTorn(text: string): boolean {
  return ['()', '[]', '{}'].some(([open, close]) => text.split(open!).length !== text.split(close!).length);
}

/** A clock that a text begins with, and a date that one ends with: the rest of the time stands outside of it. */
const cutTime = /^\d{1,2}:\d{2}:\d{2}(?![\d:])|(?<!\d)\d{4}(?:-\d{2}-|\/\d{2}\/|\.\d{2}\.)\d{2}$/;
/** The name of a month, which is a part of a time. */
const month = /^\W*(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec),?$/i;
/** Numbers that colons join to a word or number. */
const joinedNumbers = /^\w+(?::(?:0x)?(?=[a-f]*\d)[\da-f]+)+$/i;
/** A number and a word. */
const joinedWord = /^\d+[/:@][A-Za-z]+$/;
/** Names of columns that are a part of a time on purpose: it can be read in several ways. */
const partOfTime = /^(?:time|date|clock)(?:_\d+)?$/;
/** Names of columns that no mark sets apart, and of those that one does. */
const word = /^name(?:_\d+)?$/;
const setApart = /^(?:context|text)(?:_\d+)?$/;

/**
 * Whether the texts of a column may be a part of one, or several that a sign joins: what is cut off a time, with or without
 * what stands beside it, or a word and a number between colons that no bracket holds together.
 */
export function mayBeSeveral(name: string, texts: readonly string[]): boolean {
  if (texts.length === 0 || partOfTime.test(name)) return false;
  // A time of a form that is not read is one column where its ends are certain.
  if (setApart.test(name) && texts.every((text) => /^[\d\W]+$/.test(text))) return false;
  return (
    texts.every((text) => cutTime.test(text) || month.test(text)) ||
    (word.test(name) && texts.every((text) => joinedNumbers.test(text) || joinedWord.test(text)))
  );
}
