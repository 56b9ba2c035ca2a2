import { expecting, base64Of, hash64Text, hexOf, md5, sha1, sha256, sha512, utf8, uuid5, xxhash64 } from '@acequia/event';
import * as z from 'zod';
import { adler32, crc32, fnv1a64 } from './checksums.ts';
import { defineOperation, OperationFault, type Operation } from './operation.ts';
import { choice, requiredText, sameOptions, secret, words } from './parameters.ts';
import { textOf } from './read-values.ts';
import { scalars, textOperation } from './text-operation.ts';

const output = () => choice(['hex', 'base64'], 'hex');
const outputWords = {
  label: words('Written in', 'Escrito en'),
  options: { hex: words('Hexadecimal', 'Hexadecimal'), base64: words('Base64', 'Base64') },
} as const;
const written = (bytes: Uint8Array, as: 'hex' | 'base64'): string => (as === 'hex' ? hexOf(bytes) : base64Of(bytes));

/** Steps of one digest, beside those of its characters. */
const digestSteps = 120;

type Hash = (data: Uint8Array) => Uint8Array;

const digest = (id: string, name: string, hash: Hash, hello: string): Operation =>
  defineOperation({
    id,
    applySteps: digestSteps,
    group: 'encryption-hashing',
    title: words(name, name),
    summary: words('A fingerprint of the text.', 'Una huella del texto.'),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: z.object({ output: output() }),
    text: { output: outputWords },
    compile: (parameters) => (value) => written(hash(utf8(textOf(value))), parameters.output),
    examples: [{ input: 'hello', output: hello }],
  });

const sha2 = { '256': sha256, '512': sha512 } as const;
const hashes = { 'SHA-1': sha1, 'SHA-256': sha256, 'SHA-512': sha512, MD5: md5 } as const;

/** RFC 2104. */
function hmac(hash: Hash, blockBytes: number, key: Uint8Array): Hash {
  const padded = new Uint8Array(blockBytes);
  padded.set(key.length > blockBytes ? hash(key) : key);
  const inner = padded.map((byte) => byte ^ 0x36);
  const outer = padded.map((byte) => byte ^ 0x5c);
  const join = (a: Uint8Array, b: Uint8Array): Uint8Array => {
    const both = new Uint8Array(a.length + b.length);
    both.set(a);
    both.set(b, a.length);
    return both;
  };
  return (data) => hash(join(outer, hash(join(inner, data))));
}

const checksum = (id: string, name: string, cost: number, sum: (data: Uint8Array) => string, hello: string): Operation => ({
  ...textOperation(
    id,
    'encryption-hashing',
    [name, name],
    ['A short checksum of the text.', 'Una suma de control corta del texto.'],
    (value) => sum(utf8(value)),
    [{ input: 'hello', output: hello }],
  ),
  cost,
});

export const hashingOperations: readonly Operation[] = [
  digest('md5', 'MD5', md5, '5d41402abc4b2a76b9719d911017c592'),
  digest('sha-1', 'SHA-1', sha1, 'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d'),
  defineOperation({
    id: 'sha-2',
    applySteps: digestSteps,
    group: 'encryption-hashing',
    title: words('SHA-2', 'SHA-2'),
    summary: words('A fingerprint of the text.', 'Una huella del texto.'),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: z.object({ bits: choice(['256', '512'], '256'), output: output() }),
    text: { bits: { label: words('Bits', 'Bits'), options: sameOptions(['256', '512']) }, output: outputWords },
    compile: (parameters) => (value) => written(sha2[parameters.bits](utf8(textOf(value))), parameters.output),
    examples: [{ input: 'hello', output: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824' }],
  }),
  checksum('crc-32', 'CRC-32', 1, (data) => crc32(data).toString(16).padStart(8, '0'), '3610a686'),
  checksum('adler-32', 'Adler-32', 1, (data) => adler32(data).toString(16).padStart(8, '0'), '062c0215'),
  checksum('fnv-1a-64', 'FNV-1a 64', 8, (data) => fnv1a64(data).toString(16).padStart(16, '0'), 'a430d84680aabd0b'),
  checksum('xxhash64', 'xxHash64', 4, (data) => hash64Text(xxhash64(data)), '26c7827d889f6da3'),
  defineOperation({
    id: 'hmac',
    applySteps: digestSteps,
    group: 'encryption-hashing',
    title: words('HMAC', 'HMAC'),
    summary: words('A fingerprint that needs a key.', 'Una huella que necesita una clave.'),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: z.object({ hash: choice(['SHA-256', 'SHA-512', 'SHA-1', 'MD5'], 'SHA-256'), key: secret(), output: output() }),
    text: {
      hash: { label: words('Hash', 'Función'), options: sameOptions(['SHA-256', 'SHA-512', 'SHA-1', 'MD5']) },
      key: { label: words('Key', 'Clave') },
      output: outputWords,
    },
    compile: (parameters, ctx) => {
      const sign = hmac(hashes[parameters.hash], parameters.hash === 'SHA-512' ? 128 : 64, utf8(ctx.secret(parameters.key)));
      return (value) => written(sign(utf8(textOf(value))), parameters.output);
    },
    examples: [],
  }),
  defineOperation({
    id: 'uuid-v5',
    applySteps: digestSteps,
    group: 'encryption-hashing',
    title: words('UUID v5', 'UUID v5'),
    summary: words('The same id for the same text.', 'El mismo identificador para el mismo texto.'),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: z.object({ namespace: requiredText(36).default('6ba7b810-9dad-11d1-80b4-00c04fd430c8') }),
    text: {
      namespace: {
        label: words('Namespace', 'Espacio de nombres'),
        help: words('A UUID, or dns, url, oid, x500.', 'Un UUID, o dns, url, oid, x500.'),
      },
    },
    compile:
      ({ namespace }) =>
      (value) => {
        const made = uuid5(namespace, textOf(value));
        if (made === undefined) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_UUID'));
        return made;
      },
    examples: [{ input: 'example.com', output: 'cfbff0d1-9375-5685-968c-48ce8b15ae17' }],
  }),
];
