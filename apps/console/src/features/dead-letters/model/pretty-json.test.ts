import { expect, test } from 'vitest';
import { prettyJson } from './pretty-json.ts';

test('does not touch numbers or strings', () => {
  expect(prettyJson('{"n":9223372036854775807,"f":1.50,"s":"a, \\"b\\": {c}","e":{},"l":[1,[],{"x":null}]}')).toBe(
    [
      '{',
      '  "n": 9223372036854775807,',
      '  "f": 1.50,',
      '  "s": "a, \\"b\\": {c}",',
      '  "e": {},',
      '  "l": [',
      '    1,',
      '    [],',
      '    {',
      '      "x": null',
      '    }',
      '  ]',
      '}',
    ].join('\n'),
  );
});
