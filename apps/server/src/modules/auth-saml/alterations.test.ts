import * as fc from 'fast-check';
import { isAppError } from '@acequia/base';
import { expect, test } from 'vitest';
import { verifyResponse } from './saml-response.ts';
import { signed, signedResponse, type Lab } from './test-corpus/index.ts';
import { encode } from './test-documents.ts';
import { expected, lab } from './test-lab.ts';

/** What is believed of a text; undefined when it is refused. */
function read({ key }: Lab, xml: string) {
  try {
    return verifyResponse(encode(xml), [key.certificate], expected);
  } catch (error) {
    if (isAppError(error)) return undefined;
    throw error;
  }
}

const documents = [signed(lab), signedResponse(lab)];
const pieces = [
  '<',
  '>',
  '"',
  '/',
  '&',
  ' ',
  '\n',
  '#',
  'x',
  '<a/>',
  '<!---->',
  '&#x41;',
  'owner@example.com',
  '</saml:NameID>',
  'ID="_a"',
];

test('does not read anything else out of an altered answer, wherever it was altered', () => {
  const whole = documents.map((xml) => read(lab, xml));
  expect(whole).not.toContain(undefined);
  const change = fc.record({
    document: fc.nat(1),
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    removed: fc.nat(30),
    added: fc.constantFrom('', ...pieces),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 2 }), (changes) => {
      const index = changes[0]!.document;
      const altered = changes.reduce((xml, { at, removed, added }) => {
        const from = Math.floor(at * xml.length);
        return xml.slice(0, from) + added + xml.slice(from + removed);
      }, documents[index]!);
      const claims = read(lab, altered);
      if (claims !== undefined) expect(claims).toEqual(whole[index]);
    }),
    { numRuns: 500 },
  );
});

test('does not believe a part moved elsewhere', () => {
  const [one] = documents as [string];
  const parts = [...one.matchAll(/<(\/?)[\w:]+[^>]*>/g)].map((match) => match.index);
  fc.assert(
    fc.property(fc.nat(parts.length - 1), fc.nat(parts.length - 1), fc.nat(parts.length - 1), (from, to, target) => {
      const [start, end, place] = [parts[Math.min(from, to)]!, parts[Math.max(from, to)]!, parts[target]!];
      const moved = one.slice(start, end);
      const copied = one.slice(0, place) + moved + one.slice(place);
      const claims = read(lab, copied);
      if (claims !== undefined) expect(claims).toEqual(read(lab, one));
    }),
    { numRuns: 300 },
  );
});
