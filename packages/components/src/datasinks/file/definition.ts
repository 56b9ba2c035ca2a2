import { defineDatasink } from '@acequia/component-sdk/definition';
import { checkReferences } from '../../fields/check-references.ts';
import { fileCreation, fileNode } from './config.ts';
import { fileExamples } from './examples.ts';
import { fileText } from './text.ts';

export const fileDatasink = defineDatasink({
  kind: 'datasink',
  id: 'file',
  version: '1.0.0',
  creation: fileCreation,
  node: fileNode,
  text: fileText,
  overview: (creation, node) => [creation.root, ...(node === undefined ? [] : [node.path])],
  ports: () => [{ id: 'error', kind: 'error' }],
  check: (node, input) => checkReferences(fileNode, node, input),
  order: 'strict',
  effect: 'once',
  examples: fileExamples,
});
