import { createHash } from 'node:crypto';
import type { Random } from '@acequia/base';
import { recoveryCodeCount } from '@acequia/domain';

/** Without letters that are read as digits or as each other. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';
const codeLetters = 16;

/** Ten codes of 80 random bits: `7f3k-9mza-…`, four by four. */
export const createRecoveryCodes = (random: Random): string[] =>
  Array.from({ length: recoveryCodeCount }, () =>
    [...random.bytes(codeLetters)]
      .map((byte) => letters[byte % letters.length])
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-'),
  );

/** Codes are kept hashed; how they were typed (capitals, dashes, spaces) makes no difference. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^0-9a-z]/g, ''))
    .digest();
