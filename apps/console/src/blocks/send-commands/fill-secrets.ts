/** A command for a shell, ready to paste. */
export interface FilledCommand {
  readonly text: string;
  /** Environment variables that it reads secrets from. */
  readonly variables: readonly string[];
}

const placeholder = /<([a-z]\w*(?:\.\w+)+)>/gi;
/** A document between `<<END` and `END`, a placeholder, or a quote. */
const parts = /<<('?)(\w+)'?([^\n]*\n[^]*?\n)\2(?=\n|$)|<([a-z]\w*(?:\.\w+)+)>|['"]/gi;

type Quote = '' | "'" | '"';

/** As the shell reads a variable where the placeholder is. */
const readIn: Readonly<Record<Quote, (variable: string) => string>> = {
  '': (variable) => `"$${variable}"`,
  "'": (variable) => `'"$${variable}"'`,
  '"': (variable) => `\${${variable}}`,
};

/** A value where the placeholder is, so that the shell reads nothing in it. */
const writtenIn: Readonly<Record<Quote, (value: string) => string>> = {
  '': (value) => `'${value.replaceAll("'", `'"'"'`)}'`,
  "'": (value) => value.replaceAll("'", `'"'"'`),
  '"': (value) => value.replaceAll(/[\\"$`]/g, '\\$&'),
};
/** In a document whose word is not quoted. */
const inDocument = (text: string): string => text.replaceAll(/[\\$`]/g, '\\$&');
/** For the double quotes of YAML. */
const yamlText = (value: string): string => JSON.stringify(value).slice(1, -1);

/** Puts the secrets into a command that names them as `<path of the field>`: the value where it is known, else a variable that the shell reads. */
export function fillSecrets(command: string, valueOf: (path: string) => string | undefined): FilledCommand {
  const variables = new Set<string>();
  const filled = (path: string, quote: Quote, written: (value: string) => string = writtenIn[quote]): string => {
    const value = valueOf(path);
    if (value !== undefined) return written(value);
    const variable = `ACEQUIA_${path.slice(path.lastIndexOf('.') + 1).toUpperCase()}`;
    variables.add(variable);
    return readIn[quote](variable);
  };
  let quote: Quote = '';
  const text = command.replaceAll(parts, (found: string, mark?: string, end?: string, body?: string, path?: string) => {
    if (path !== undefined) return filled(path, quote);
    if (end !== undefined && body !== undefined) {
      // Quotes mean nothing in a document, and the shell reads variables in it unless its word is quoted.
      const quoted = mark === "'" && [...body.matchAll(placeholder)].every(([, each]) => valueOf(each!) !== undefined);
      const around = quoted ? "'" : '';
      const plain = mark === "'" && !quoted ? inDocument : (each: string) => each;
      const inside = body
        .split(placeholder)
        .map((each, index) =>
          index % 2 === 0 ? plain(each) : filled(each, '"', quoted ? yamlText : (value) => inDocument(yamlText(value))),
        )
        .join('');
      return `<<${around}${end}${around}${inside}${end}`;
    }
    if (quote === '') quote = found as Quote;
    else if (quote === found) quote = '';
    return found;
  });
  return { text, variables: [...variables] };
}
