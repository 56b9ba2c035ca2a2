import type { ErrorCode } from './codes.ts';

/** The specification (section 8) has codes of its own for members without a value. */
const missingCodes: ReadonlyMap<string, ErrorCode> = new Map([
  ['name', 'WEB-00032'],
  ['description', 'WEB-00028'],
  ['expirationDate', 'WEB-00029'],
  ['value', 'WEB-00030'],
]);

/** The specification has three codes for the same fault (section 8); docs/decisions.md says which is whose. */
function shortTagCode(noun: string): ErrorCode {
  switch (noun) {
    case 'pipelines':
      return 'WEB-12007';
    case 'secrets':
      return 'WEB-00019';
    default:
      return 'WEB-00024';
  }
}

/**
 * The code for a fault in an input of an operation of `noun`: that of its member where the specification has one, else WEB-00022.
 * `fault` is zod's code of an issue; `empty`: the text that is too short has no letter.
 */
export function fieldCode(noun: string, [member = '', ...inside]: readonly string[], fault: string, empty: boolean): ErrorCode {
  if (member === 'tags') {
    if (inside.length === 0) return 'WEB-00022';
    return empty ? 'WEB-00018' : fault === 'too_small' ? shortTagCode(noun) : 'WEB-00022';
  }
  const missing = fault === 'invalid_type' || (fault === 'too_small' && member !== 'expirationDate');
  return (missing ? missingCodes.get(member) : undefined) ?? 'WEB-00022';
}

/** What `fieldCode` can give for an input with these members, besides WEB-00022. */
export const fieldCodes = (noun: string, members: readonly string[]): ErrorCode[] =>
  members.flatMap((member): readonly ErrorCode[] => {
    if (member === 'tags') return ['WEB-00018', shortTagCode(noun)];
    const code = missingCodes.get(member);
    return code === undefined ? [] : [code];
  });
