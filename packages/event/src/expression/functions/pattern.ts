import { err, ok } from '@acequia/base';
import { jsonOf } from '../../json/print-json.ts';
import { allMatches, type Regex, type RegexMatch } from '../../regex/compile-regex.ts';
import { List, type FieldValue, type JsonNode } from '../../values.ts';
import { countArg, textArg } from '../arguments.ts';
import { ExpressionError, expressionLimits } from '../faults.ts';
import { prepared, type Call, type FunctionDefinition, type FunctionSpec } from '../function-definition.ts';
import { constantRegex } from './constant-regex.ts';

const group = 'pattern' as const;

function withRegex(spec: FunctionSpec, make: (regex: Regex) => Call): FunctionDefinition {
  return prepared(spec, (constants) => {
    const regex = constantRegex(constants[1]);
    return regex.ok ? ok(make(regex.value)) : err(regex.error);
  });
}

/** Number of the group wanted: given by number or name, else the first group, else the whole match. */
function groupNumber(regex: Regex, wanted: FieldValue | undefined): number {
  if (wanted === undefined || wanted === null) return Math.min(1, regex.groupCount);
  const number = typeof wanted === 'string' ? regex.names.get(wanted) : countArg(wanted, 0);
  if (number === undefined || number < 0 || number > regex.groupCount) throw new ExpressionError('EXPR_ARGUMENT', String(wanted));
  return number;
}

const groupOf = (match: RegexMatch, number: number): string | undefined => match.groups[number];

export const patternFunctions: readonly FunctionDefinition[] = [
  withRegex(
    {
      group,
      signature: 'capture(text:s, pattern:re, group:a?)',
      result: 'string',
      en: 'The text of a group in the first match: the first group or the one named; null without a match.',
      es: 'El texto de un grupo en la primera coincidencia: el primer grupo o el indicado; null si no hay coincidencia.',
      example: ['capture("id=77", "id=([0-9]+)")', '"77"'],
    },
    (regex) =>
      ([text, , wanted]) => {
        const match = regex.exec(textArg(text));
        return match ? (groupOf(match, groupNumber(regex, wanted)) ?? null) : null;
      },
  ),
  withRegex(
    {
      group,
      signature: 'capture_all(text:s, pattern:re, group:a?)',
      result: 'list<string>',
      en: 'The text of a group in each match, as a list.',
      es: 'El texto de un grupo en cada coincidencia, como lista.',
      example: ['capture_all("a1b22", "[0-9]+")', '["1","22"]'],
    },
    (regex) =>
      ([text, , wanted]) => {
        const number = groupNumber(regex, wanted);
        const found: string[] = [];
        for (const match of allMatches(regex, textArg(text))) {
          const caught = groupOf(match, number);
          if (caught === undefined) continue;
          if (found.length >= expressionLimits.elements) throw new ExpressionError('EXPR_LIMIT', 'elements');
          found.push(caught);
        }
        return new List('string', found);
      },
  ),
  withRegex(
    {
      group,
      signature: 'captures(text:s, pattern:re)',
      result: 'json',
      en: 'The named groups of the first match as a json; null without a match.',
      es: 'Los grupos con nombre de la primera coincidencia como json; null si no hay ninguna.',
      example: ['captures("a=1", "(?P<k>[a-z])=(?P<v>[0-9])")', '{"k":"a","v":"1"}'],
    },
    (regex) =>
      ([text]) => {
        const match = regex.exec(textArg(text));
        if (!match) return null;
        return jsonOf(new Map<string, JsonNode>([...regex.names].map(([name, number]) => [name, match.groups[number] ?? null])));
      },
  ),
  withRegex(
    {
      group,
      signature: 'count_matches(text:s, pattern:re)',
      result: 'integer',
      en: 'Number of matches.',
      es: 'Número de coincidencias.',
      example: ['count_matches("banana", "an")', '2'],
    },
    (regex) =>
      ([text]) => {
        let count = 0;
        for (const match of allMatches(regex, textArg(text))) count += match.end >= 0 ? 1 : 0;
        return count;
      },
  ),
];
