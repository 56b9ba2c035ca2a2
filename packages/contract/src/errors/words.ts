export type Fields = Readonly<Record<string, string | number>>;

/** What happened, and why and what next. */
export interface Words {
  readonly title: string;
  readonly text: string;
}

export type WordsByLanguage = Readonly<Record<'en' | 'es', readonly [title: string, text: string]>>;

const plural = /\{(\w+), plural, one \{([^{}]*)\} other \{([^{}]*)\}\}/g;

/** `{count, plural, one {# event} other {# events}}` becomes the form of the number, as in ICU messages. `{name}` becomes the field; a field that is absent becomes a dash, or nothing with all that is in square brackets around it. */
export function fillIn([title, text]: readonly [string, string], fields: Fields): Words {
  const has = (name: string) => Object.hasOwn(fields, name);
  const fill = (sentence: string) =>
    sentence
      .replace(/\[([^[\]{}]*\{(\w+)\}[^[\]{}]*)\]/g, (_match, part: string, name: string) => (has(name) ? part : ''))
      .replace(plural, (_match, name: string, one: string, other: string) =>
        (Number(fields[name]) === 1 ? one : other).replaceAll('#', String(fields[name] ?? '–')),
      )
      .replace(/\{(\w+)\}/g, (_match, name: string) => (has(name) ? String(fields[name]) : '–'));
  return { title: fill(title), text: fill(text) };
}
