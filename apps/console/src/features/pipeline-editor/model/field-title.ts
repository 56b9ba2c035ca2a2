import type { Language, Localised } from '@acequia/component-sdk/text';
import type { PipelineNode } from '@acequia/pipeline';
import type { Catalogue } from './catalogue.ts';

interface Words {
  readonly label: Localised;
  readonly fields?: Readonly<Record<string, Words>>;
  readonly options?: Readonly<Record<string, Localised>>;
}

type Fields = Readonly<Record<string, Words>> | undefined;

function fieldsOf(node: PipelineNode, catalogue: Catalogue): Fields {
  if (node.kind === 'label') return undefined;
  const all = node.kind === 'action' ? catalogue.actionDefinitions : catalogue.datasinkDefinitions;
  return all.find((each) => each.id === node.component)?.text.fields as Fields;
}

/** The name a form gives to an option of the field at a path; undefined where it has none. */
export function optionTitle(
  node: PipelineNode,
  path: string,
  option: string,
  catalogue: Catalogue,
  language: Language,
): string | undefined {
  let words = fieldsOf(node, catalogue);
  let field: Words | undefined;
  for (const part of path.split('.')) {
    if (/^\d+$/.test(part)) continue;
    field = words && Object.hasOwn(words, part) ? words[part] : undefined;
    words = field?.fields;
  }
  return field?.options && Object.hasOwn(field.options, option) ? field.options[option]![language] : undefined;
}

/** The names a form gives to a path such as `conditions.0.name`: `Conditions 1 › Name`. Unknown parts are shown as they are. */
export function fieldTitle(node: PipelineNode, path: string, catalogue: Catalogue, language: Language): string {
  let words = fieldsOf(node, catalogue);
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
