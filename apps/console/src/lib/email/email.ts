import { isEmailAddress } from '@acequia/domain';

/** The rule of the server. */
export const looksLikeEmail = isEmailAddress;
