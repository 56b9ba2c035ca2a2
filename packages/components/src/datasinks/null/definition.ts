import { defineDatasink } from '@acequia/component-sdk/definition';
import { nullCreation, nullNode } from './config.ts';
import { nullExamples } from './examples.ts';
import { nullText } from './text.ts';

export const nullDatasink = defineDatasink({
  kind: 'datasink',
  id: 'null',
  version: '1.0.0',
  creation: nullCreation,
  node: nullNode,
  text: nullText,
  overview: (_creation, _node, language) => [nullText.title[language]],
  ports: () => [{ id: 'error', kind: 'error' }],
  check: () => [],
  order: 'none',
  effect: 'once',
  examples: nullExamples,
});
