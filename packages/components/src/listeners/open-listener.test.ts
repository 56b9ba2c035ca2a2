import { parseConfig } from '@acequia/component-sdk/definition';
import { describe, expect, test } from 'vitest';
import { findListener } from '../definitions.ts';
import { followBind } from './open-listener.ts';

describe.each(['http', 'opentelemetry'])('a new %s listener', (id) => {
  const definition = findListener(id)!;
  const warned = (config: Readonly<Record<string, unknown>>) => {
    const parsed = parseConfig(definition.config, config);
    return parsed.ok ? definition.check!(parsed.value).map(({ code, severity }) => `${severity} ${code}`) : parsed.error;
  };

  test('asks its senders for a token', () => expect(definition.begin).toMatchObject({ auth: 'bearer' }));

  test('one that takes events from anyone is warned of, and no other one is', () => {
    expect(warned({})).toEqual(['warning CONFIG_OPEN_LISTENER']);
    for (const more of [
      { bind: '127.0.0.1' },
      { bind: '::1' },
      { allowFrom: ['10.0.0.0/8'] },
      { auth: 'bearer', tokens: [{ name: 'a', token: 'SE_1' }] },
      { tls: true, certificate: 'SE_1', privateKey: 'SE_2', clientAuth: 'require-and-verify' },
    ])
      expect([more, warned(more)]).toEqual([more, []]);
  });
});

test('without authentication a listener serves this machine, until a person chooses an address', () => {
  const open = followBind({ auth: 'none' }, { auth: 'bearer' });
  expect(open).toEqual({ auth: 'none', bind: '127.0.0.1' });
  expect(followBind({ ...open, auth: 'basic' }, open)).toEqual({ auth: 'basic' });
  expect(followBind({ auth: 'none', bind: '0.0.0.0' }, { auth: 'bearer', bind: '0.0.0.0' })).toEqual({ auth: 'none', bind: '0.0.0.0' });
  expect(followBind({ auth: 'none', bind: '0.0.0.0' }, open)).toEqual({ auth: 'none', bind: '0.0.0.0' });
});
