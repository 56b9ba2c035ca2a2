import type { FunctionDefinition } from '../function-definition.ts';
import { collectionFunctions } from './collection.ts';
import { conversionFunctions } from './conversion.ts';
import { encodingFunctions } from './encoding.ts';
import { logicFunctions } from './logic.ts';
import { networkFunctions } from './network.ts';
import { numberFunctions } from './number.ts';
import { patternFunctions } from './pattern.ts';
import { textFunctions } from './text.ts';
import { timeFunctions } from './time.ts';

/** All functions, by group (catalogue 4.5). */
export const expressionFunctions: readonly FunctionDefinition[] = [
  ...logicFunctions,
  ...textFunctions,
  ...patternFunctions,
  ...numberFunctions,
  ...conversionFunctions,
  ...timeFunctions,
  ...collectionFunctions,
  ...networkFunctions,
  ...encodingFunctions,
];

const byName = new Map(expressionFunctions.map((definition) => [definition.name, definition]));

export const functionNamed = (name: string): FunctionDefinition | undefined => byName.get(name);
