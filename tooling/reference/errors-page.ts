import { expectedCodes, faultCodes, faultText, languageTexts, reasonCodes, reasonText } from '@acequia/component-sdk/text';
import { errorCodes, type ErrorCode } from '@acequia/contract';
import { errorText } from '@acequia/contract/error-texts';
import { code, page, table } from './markdown.ts';

/** Every code a user can meet, with its words in both languages. */
export function errorsPage(): string {
  return page(
    'Errors',
    'A code never changes its meaning. *Again* says whether the same call may succeed later. `{name}` is filled from the fields of the error.',
    '## Answers of the server',
    table(
      ['code', 'HTTP', 'again', 'English', 'español'],
      (Object.keys(errorCodes) as ErrorCode[]).map((name) => [
        code(name),
        String(errorCodes[name].status),
        errorCodes[name].retry ? 'yes' : 'no',
        ...(['en', 'es'] as const).map((language) => words(errorText(name, language, unfilled))),
      ]),
    ),
    '## Reasons of workers',
    'Why a listener, a pipeline or a destination does not work. An answer of an HTTP destination is `HTTP_` with its status.',
    table(
      ['code', 'English', 'español'],
      [...reasonCodes, 'HTTP_401', 'HTTP_404', 'HTTP_413', 'HTTP_429', 'HTTP_503', 'HTTP_400'].map((name) => [
        code(name),
        ...(['en', 'es'] as const).map((language) => words(reasonText(name, language, unfilled))),
      ]),
    ),
    '## What a step expected',
    'Part of the reason of a rejected event, `{expected}` above. It is stored as a code with its values: `expected` of a dead letter and of `_error`.',
    table(
      ['code', 'English', 'español'],
      expectedCodes.map((name) => [code(name), languageTexts.en.expected[name]!, languageTexts.es.expected[name]!]),
    ),
    '## Faults of a configuration',
    'Shown beside the field; `acequia validate` names them in brackets.',
    table(
      ['code', 'English', 'español'],
      faultCodes.map((name) => [code(name), faultText(name, 'en', unfilled), faultText(name, 'es', unfilled)]),
    ),
  );
}

const fieldNames =
  'by pipelines port protocol root cluster from to count failed component message detail expected field min max name nombre path position offset type encoding';

/** Leaves `{name}` as it stands. */
const unfilled = Object.fromEntries(fieldNames.split(' ').map((name) => [name, `{${name}}`]));

const words = ({ title, text }: { readonly title: string; readonly text: string }): string => `**${title}.** ${text}`;
