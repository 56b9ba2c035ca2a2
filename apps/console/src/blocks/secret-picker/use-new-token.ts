import { useRef } from 'react';
import { freeName } from '@acequia/domain';
import { useTexts } from '#i18n/use-texts.ts';
import { callOperation } from '#lib/operations/call.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { endOfDay, inAYear } from './expiry.ts';
import { asksForToken, keepToken, tokenOf, withToken } from './new-token.ts';
import { secretPickerTexts } from './texts.ts';

/** Makes the secret that a form wishes for, once: a try that was refused later leaves it to the next one. */
export function useNewToken(): (config: Record<string, unknown>, owner: string) => Promise<Record<string, unknown>> {
  const t = useTexts(secretPickerTexts);
  const made = useRef<string>(undefined);
  const { mutateAsync: create } = useCommand('secrets:create');
  return async (config, owner) => {
    if (!asksForToken(config)) return config;
    if (made.current === undefined) {
      const known = await callOperation('secrets:list', {});
      const value = tokenOf(crypto.getRandomValues(new Uint8Array(20)));
      const name = t('tokenOf', { name: owner });
      const secret = await create({
        name: freeName(
          name,
          known.map((each) => each.name),
        ),
        description: name,
        tags: [],
        value,
        expirationDate: endOfDay(inAYear(Date.now()))!,
      });
      keepToken(secret.id, value);
      made.current = secret.id;
    }
    return withToken(config, made.current);
  };
}
