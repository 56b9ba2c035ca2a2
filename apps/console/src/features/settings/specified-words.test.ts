import { expect, test } from 'vitest';
import { secretPickerTexts } from '#blocks/secret-picker/texts.ts';
import { apiKeysTexts } from './api-keys/texts.ts';
import { authenticationTexts } from './authentication/texts.ts';
import { secretsTexts } from './secrets/texts.ts';
import { usersTexts } from './users/texts.ts';

const told = [
  [secretPickerTexts, 'Secret created'],
  [secretsTexts, 'Secret removed'],
  [secretsTexts, 'Failed to remove secret'],
  [apiKeysTexts, 'API Key removed'],
  [apiKeysTexts, 'API Key copied'],
  [apiKeysTexts, 'Error copying element, try again later'],
  [usersTexts, 'Role successfully modified'],
  [usersTexts, 'Failed to modify role'],
  [usersTexts, 'Invite sent'],
  [usersTexts, 'Invites sent'],
  [usersTexts, 'Failed to send invite'],
  [usersTexts, 'User removed'],
  [usersTexts, 'Failed to remove users'],
  [authenticationTexts, 'Two-factor authentication enabled successfully'],
  [authenticationTexts, 'Two-factor authentication disabled successfully'],
] as const;

test.each(told.map(([{ words }, sentence]) => [sentence, Object.values<string>(words.en)] as const))('“%s” is said', (sentence, words) => {
  expect(words).toContain(sentence);
});
