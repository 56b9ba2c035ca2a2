import { expecting } from '../../expected.ts';
import { md5, sha1, sha256, sha512 } from '../../hash/digests.ts';
import { base64Of, bytesOfBase64, bytesOfHex, hexOf, strictUtf8Text, utf8 } from '../../hash/bytes.ts';
import { uuid5 } from '../../hash/uuid5.ts';
import { hash64Text, hashFraction, xxhash64 } from '../../hash/xxhash64.ts';
import { percentDecoded, percentEncoded } from '../../net/percent.ts';
import { Float, type FieldValue } from '../../values.ts';
import { textArg, textResult } from '../arguments.ts';
import { ExpressionError } from '../faults.ts';
import { strict, type FunctionDefinition } from '../function-definition.ts';

const group = 'encoding' as const;
const result = 'string' as const;

function decoded(bytes: Uint8Array | undefined, from: string): string {
  const text = bytes === undefined ? undefined : strictUtf8Text(bytes);
  if (text === undefined) throw new ExpressionError('EXPR_CONVERSION', expecting('EXPECTED_ENCODING', { encoding: from }));
  return text;
}

const bytesArg = (value: FieldValue | undefined): Uint8Array => utf8(textArg(value));

/** Steps of one digest, beside those of its characters. */
const digestSteps = 120;

function digest(name: string, hash: (data: Uint8Array) => Uint8Array, example: string): FunctionDefinition {
  const title = name.toUpperCase();
  return strict(
    {
      group,
      signature: `${name}(text:s)`,
      result,
      en: `${title} of the UTF-8 bytes, in hex.`,
      es: `${title} de los bytes UTF-8, en hexadecimal.`,
      callSteps: digestSteps,
      example: [`${name}("hello")`, example],
    },
    ([text]) => hexOf(hash(bytesArg(text))),
  );
}

export const encodingFunctions: readonly FunctionDefinition[] = [
  strict(
    {
      group,
      signature: 'base64(text:s)',
      result,
      en: 'As Base64.',
      es: 'En Base64.',
      cost: 4,
      example: ['base64("España")', '"RXNwYcOxYQ=="'],
    },
    ([text]) => textResult(base64Of(bytesArg(text))),
  ),
  strict(
    {
      group,
      signature: 'base64_decode(text:s)',
      result,
      en: 'The text decoded from Base64, either alphabet.',
      es: 'El texto decodificado de un Base64, con cualquiera de sus alfabetos.',
      example: ['base64_decode("SGk=")', '"Hi"'],
    },
    ([text]) => decoded(bytesOfBase64(textArg(text)), 'Base64'),
  ),
  strict(
    {
      group,
      signature: 'hex(text:s)',
      result,
      en: 'The UTF-8 bytes in hex.',
      es: 'Los bytes UTF-8 en hexadecimal.',
      cost: 2,
      example: ['hex("Hi")', '"4869"'],
    },
    ([text]) => textResult(hexOf(bytesArg(text))),
  ),
  strict(
    {
      group,
      signature: 'hex_decode(text:s)',
      result,
      en: 'The text decoded from hex.',
      es: 'El texto decodificado de un hexadecimal.',
      example: ['hex_decode("4869")', '"Hi"'],
    },
    ([text]) => decoded(bytesOfHex(textArg(text)), 'hex'),
  ),
  strict(
    {
      group,
      signature: 'url_encode(text:s)',
      result,
      en: 'Percent-encoded for a part of a URL.',
      es: 'Con porcentajes, para una parte de una URL.',
      cost: 24,
      example: ['url_encode("a b&c=ñ")', '"a%20b%26c%3D%C3%B1"'],
    },
    ([text]) => textResult(percentEncoded(textArg(text))),
  ),
  strict(
    {
      group,
      signature: 'url_decode(text:s)',
      result,
      en: 'Percent signs decoded.',
      es: 'Con los porcentajes decodificados.',
      example: ['url_decode("a%20b")', '"a b"'],
    },
    ([text]) => percentDecoded(textArg(text)),
  ),
  digest('md5', md5, '"5d41402abc4b2a76b9719d911017c592"'),
  digest('sha1', sha1, '"aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d"'),
  digest('sha256', sha256, '"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"'),
  digest(
    'sha512',
    sha512,
    '"9b71d224bd62f3785d96d46ad3ea3d73319bfbc2890caadae2dff72519673ca72323c3d99ba5c11d7c7acc6e14b8c5da0c4663475c2e5c3adef46f73bcdec043"',
  ),
  strict(
    {
      group,
      signature: 'xxhash64(text:s)',
      result,
      en: 'xxHash64, in hex.',
      es: 'xxHash64, en hexadecimal.',
      cost: 4,
      example: ['xxhash64("abc")', '"44bc2cf5ad770999"'],
    },
    ([text]) => hash64Text(xxhash64(bytesArg(text))),
  ),
  strict(
    {
      group,
      signature: 'uuid5(namespace:s, name:s)',
      result,
      en: 'UUID version 5; the namespace is a UUID, dns, url, oid or x500.',
      es: 'UUID versión 5; el espacio es un UUID, dns, url, oid o x500.',
      callSteps: digestSteps,
      example: ['uuid5("dns", "example.com")', '"cfbff0d1-9375-5685-968c-48ce8b15ae17"'],
    },
    ([namespace, name]) => {
      const id = uuid5(textArg(namespace), textArg(name));
      if (id === undefined) throw new ExpressionError('EXPR_ARGUMENT', textArg(namespace));
      return id;
    },
  ),
  strict(
    {
      group,
      signature: 'hash_fraction(text:s)',
      result: 'float',
      en: 'A fraction from 0 up to 1, always the same for one text.',
      es: 'Una fracción de 0 a 1, siempre la misma para un texto.',
      cost: 4,
      example: ['hash_fraction("a") < 1', 'true'],
    },
    ([text]) => new Float(hashFraction(xxhash64(bytesArg(text)))),
  ),
];
