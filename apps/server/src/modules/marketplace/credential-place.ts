import { clearCredentialFaults } from '@acequia/component-sdk/definition';
import { findCredential } from '@acequia/components/credentials';
import { isObjectNode, parseJson, type JsonNode } from '@acequia/event';
import type { PipelineDocument } from '@acequia/pipeline';
import type { Catalogue } from '../../catalogue/catalogue.ts';

/** Where a document holds what looks like a credential: a node with the field of its configuration; undefined: nowhere. */
export function credentialInDocument({ nodes }: PipelineDocument, catalogue: Pick<Catalogue, 'datasink'>): string | undefined {
  for (const node of nodes) {
    if (findCredential('', `${node.name} ${node.comment}`) !== undefined) return node.id;
    if (node.kind === 'label') continue;
    const schema = node.kind === 'datasink' ? catalogue.datasink(node.component)?.node : undefined;
    const place = inValue(node.config, '') ?? (schema && clearCredentialFaults(schema, node.config)[0]?.path);
    if (place !== undefined) return `${node.id}.${place}`;
  }
  return undefined;
}

/** Number, from 1, of the first text that holds what looks like a credential, as text or as a member of its JSON. */
export function credentialInTexts(texts: readonly string[]): number | undefined {
  const index = texts.findIndex((text) => {
    if (findCredential('', text) !== undefined) return true;
    const parsed = parseJson(text);
    return parsed.ok && inNode(parsed.value.node, '');
  });
  return index < 0 ? undefined : index + 1;
}

function inValue(value: unknown, name: string): string | undefined {
  if (typeof value === 'string') return findCredential(name.split('.').at(-1)!, value) === undefined ? undefined : name;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const place = inValue(member, name === '' ? key : `${name}.${key}`);
    if (place !== undefined) return place;
  }
  return undefined;
}

function inNode(node: JsonNode, name: string): boolean {
  if (typeof node === 'string') return findCredential(name, node) !== undefined;
  if (Array.isArray(node)) return node.some((member) => inNode(member, name));
  return isObjectNode(node) && [...node].some(([key, member]) => inNode(member, key));
}
