import { allMatches, type Regex, type RegexMatch } from '@acequia/event';

/** Calls back for each match from left to right; an empty match moves on by one character. False from `visit` ends it. */
export function eachMatch(regex: Regex, text: string, visit: (match: RegexMatch) => boolean | undefined): void {
  for (const match of allMatches(regex, text)) if (visit(match) === false) return;
}

export function countMatches(regex: Regex, text: string): number {
  let count = 0;
  eachMatch(regex, text, () => {
    count += 1;
    return true;
  });
  return count;
}

/** Replaces matches; in `replacement`, `$1` and `${name}` stand for groups and `$$` for a dollar, unless it is literal. */
export function replaceMatches(
  regex: Regex,
  text: string,
  replacement: string,
  how: { readonly literal: boolean; readonly all: boolean },
): string {
  let result = '';
  let from = 0;
  eachMatch(regex, text, (match) => {
    result += text.slice(from, match.start) + (how.literal ? replacement : expand(replacement, match, regex.names));
    from = match.end;
    return how.all;
  });
  return result + text.slice(from);
}

function expand(replacement: string, match: RegexMatch, names: ReadonlyMap<string, number>): string {
  if (!replacement.includes('$')) return replacement;
  return replacement.replace(
    /\$(\$|(\d{1,2})|\{([A-Za-z0-9_]+)\})/g,
    (_, dollar: string, index: string | undefined, name: string | undefined) => {
      if (dollar === '$') return '$';
      const group = index !== undefined ? Number(index) : /^\d+$/.test(name!) ? Number(name) : names.get(name!);
      return (group === undefined ? undefined : match.groups[group]) ?? '';
    },
  );
}
