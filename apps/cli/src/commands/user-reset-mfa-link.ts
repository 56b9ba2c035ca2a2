import { printLink } from '../server/print-link.ts';

/** `acequia user reset-mfa-link`: a link with which the user takes the second factor off, with the password, once, within 30 minutes. Exit code 1 when the server gave none. */
export const userResetMfaLinkCommand = printLink(
  'user reset-mfa-link',
  'Prints a link with which the user turns off two-factor authentication, with their password.',
);
