import { printLink } from '../server/print-link.ts';

/** `acequia user reset-link`: a link with which the user sets a new password, once, within 30 minutes. Exit code 1 when the server gave none. */
export const userResetLinkCommand = printLink('user reset-link', 'Prints a link with which the user sets a new password.');
