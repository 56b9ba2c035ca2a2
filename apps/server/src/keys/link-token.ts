import { createHash } from 'node:crypto';
import type { Random } from '@acequia/base';

/** 256 random bits for a link, in base64url. */
export const createLinkToken = (random: Random): string => Buffer.from(random.bytes(32)).toString('base64url');

/** Tokens are kept hashed: who reads the table cannot use one. */
export const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest();
