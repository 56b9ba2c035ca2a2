import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '@acequia/component-sdk/definition';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findListener } from '../definitions.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'send-commands-'));
  // Programs that a command may name do nothing here; `harm` must never run.
  for (const name of ['curl', 'fluent-bit', 'vector', 'otelcol-contrib', 'nc', 'logger', 'openssl', 'sudo', 'harm']) {
    writeFileSync(join(folder, name), name === 'harm' ? `#!/bin/sh\ntouch '${folder}/harmed'\n` : '#!/bin/sh\nexit 0\n');
    chmodSync(join(folder, name), 0o755);
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

const hostile = ["x';harm;'", '$(harm)', '`harm`', '";harm;"', '\\";harm;#', "x'\nharm\n'", 'END\nharm'];
const secret = 'SE_1';
const places: readonly (readonly [string, string, (text: string) => object])[] = [
  ['http: path', 'http', (text) => ({ path: [`/a${text}`] })],
  ['http: path with a token', 'http', (text) => ({ path: [`/a${text}`], auth: 'bearer', tokens: [{ name: 'a', token: secret }] })],
  ['http: path of GET', 'http', (text) => ({ path: [`/a${text}`], methods: ['GET'] })],
  ['http: user', 'http', (text) => ({ auth: 'basic', users: [{ name: 'a', username: text, password: secret }] })],
  ['http: key', 'http', (text) => ({ auth: 'api-key', keyName: text, keys: [{ name: 'a', key: secret }] })],
  ['http: signed text', 'http', (text) => ({ auth: 'hmac', hmac: { secrets: [{ name: 'a', secret }], signed: `{body}${text}` } })],
  ['http: prefix', 'http', (text) => ({ auth: 'hmac', hmac: { secrets: [{ name: 'a', secret }], prefix: text } })],
  ['http: header', 'http', (text) => ({ auth: 'hmac', hmac: { secrets: [{ name: 'a', secret }], header: text } })],
  ['http: JSON path', 'http', (text) => ({ extraction: 'json-path', jsonPath: `${text}[*]` })],
  ['otlp: user', 'opentelemetry', (text) => ({ auth: 'basic', users: [{ name: 'a', username: text, password: secret }] })],
  [
    'otlp: user of gRPC',
    'opentelemetry',
    (text) => ({ protocols: ['grpc'], auth: 'basic', users: [{ name: 'a', username: text, password: secret }] }),
  ],
  ['otlp: key', 'opentelemetry', (text) => ({ auth: 'api-key', keyName: text, keys: [{ name: 'a', key: secret }] })],
  [
    'otlp: key of gRPC',
    'opentelemetry',
    (text) => ({ protocols: ['grpc'], auth: 'api-key', keyName: text, keys: [{ name: 'a', key: secret }] }),
  ],
  ['otlp: prefix', 'opentelemetry', (text) => ({ pathPrefix: `/v1${text}` })],
  ['tcp: delimiter', 'tcp', (text) => ({ framing: 'delimiter', delimiter: text })],
  ['file: path', 'file', (text) => ({ include: [`/var/log/${text}/a.log`] })],
];

test.each(places)('a command that is shown can be pasted, whatever the settings hold: %s', (_, id, configOf) => {
  const listener = findListener(id)!;
  let tried = 0;
  for (const text of ['plain', ...hostile]) {
    const parsed = parseConfig(listener.config, configOf(text) as never);
    if (!parsed.ok) continue;
    for (const { command } of listener.sendCommands(parsed.value as never, '127.0.0.1')) {
      tried += 1;
      try {
        execFileSync('bash', ['-c', command.replaceAll(/<[a-z]\w*(?:\.\w+)+>/g, 's3cret')], {
          cwd: folder,
          env: { PATH: `${folder}:/usr/bin:/bin` },
          stdio: 'pipe',
        });
      } catch {
        // A program may refuse what it is given.
      }
      expect(readdirSync(folder), `${text}: ${command}`).not.toContain('harmed');
    }
  }
  expect(tried).toBeGreaterThan(0);
  expect(existsSync(join(folder, 'harm'))).toBe(true);
});
