import type { Language, Localised } from '@acequia/component-sdk/text';
import type { PipelineNode } from '@acequia/pipeline';
import type { Catalogue } from './catalogue.ts';

interface Words {
  readonly label: Localised;
  readonly fields?: Readonly<Record<string, Words>>;
}

/** The names a form gives to a path such as `conditions.0.name`: `Conditions 1 › Name`. Unknown parts are shown as they are. */
export function fieldTitle(node: PipelineNode, path: string, catalogue: Catalogue, language: Language): string {
  const text =
    node.kind === 'action'
      ? catalogue.actionDefinitions.find((each) => each.id === node.component)?.text
      : node.kind === 'datasink'
        ? catalogue.datasinkDefinitions.find((each) => each.id === node.component)?.text
        : undefined;
  let words = text?.fields as Readonly<Record<string, Words>> | undefined;
  const parts: string[] = [];
  for (const part of path.split('.')) {
    if (/^\d+$/.test(part) && parts.length > 0) {
      parts.push(`${parts.pop()} ${Number(part) + 1}`);
      continue;
    }
    const known = words && Object.hasOwn(words, part) ? words[part] : undefined;
    parts.push(known?.label[language] ?? part);
    words = known?.fields;
  }
  return parts.join(' › ');
}
