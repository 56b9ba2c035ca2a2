/** Detection looks at no more. */
export const linesMax = 100;

/** Lines as a person pastes them. */
export const pastedLines = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, linesMax);
