import type { Random } from '@acequia/base';

/**
 * 256 random bits with which a worker joins once, as text that can stand behind an option on a command line: it begins with a letter, which
 * base64url alone does not always do (one in 64 begins with a hyphen, and is then read as another option).
 */
export const createEnrolmentToken = (random: Random): string => `enrol_${Buffer.from(random.bytes(32)).toString('base64url')}`;
