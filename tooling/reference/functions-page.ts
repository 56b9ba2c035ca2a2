import { expressionFunctions, functionGroups, signatureText } from '@acequia/event';
import { code, page, table } from './markdown.ts';

/** The functions of conditions and expressions, each with an example that a test evaluates. */
export function functionsPage(): string {
  return page(
    'Functions',
    `${expressionFunctions.length} functions for conditions, expressions and templates. \`?\` marks an argument that may be left out, \`…\` one that may repeat. Null in a required argument gives null, except in the group logic.`,
    ...functionGroups.flatMap((group) => {
      const members = expressionFunctions.filter((definition) => definition.group === group);
      return [
        `## ${group} (${members.length})`,
        table(
          ['function', 'English', 'español', 'example', 'gives'],
          members.map((definition) => [
            code(signatureText(definition)),
            definition.doc.en,
            definition.doc.es,
            code(definition.example.code),
            code(definition.example.result),
          ]),
        ),
      ];
    }),
  );
}
