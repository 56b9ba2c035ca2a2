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

/** Puts the secrets into a command that names them as `<path of the field>`: the value where it is known, else a variable that the shell reads. */
export function fillSecrets(command: string, valueOf: (path: string) => string | undefined): FilledCommand {
  const variables = new Set<string>();
  const filled = (path: string, quote: Quote): string => {
    const value = valueOf(path);
    if (value !== undefined) return value;
    const variable = `ACEQUIA_${path.slice(path.lastIndexOf('.') + 1).toUpperCase()}`;
    variables.add(variable);
    return readIn[quote](variable);
  };
  let quote: Quote = '';
  const text = command.replaceAll(parts, (found: string, mark?: string, end?: string, body?: string, path?: string) => {
    if (path !== undefined) return filled(path, quote);
    if (end !== undefined && body !== undefined) {
      // Quotes mean nothing in a document, and the shell reads variables in it unless its word is quoted.
      const before = variables.size;
      const inside = body.replaceAll(placeholder, (_, each: string) => filled(each, '"'));
      const around = variables.size > before || mark === undefined ? '' : mark;
      return `<<${around}${end}${around}${inside}${end}`;
    }
    if (quote === '') quote = found as Quote;
    else if (quote === found) quote = '';
    return found;
  });
  return { text, variables: [...variables] };
}
