import type { Sample } from '@acequia/contract';
import { plainText } from './sample-buffer.ts';

/** Detection looks at no more. */
export const linesMax = 100;

/** The text that a field had in events which left a step by a port, newest first; blank ones are left out. */
export function sampleLines(samples: readonly Sample[], port: string, field: string): readonly string[] {
  return samples
    .filter((sample) => sample.direction === 'out' && sample.port === port)
    .flatMap((sample) => sample.fields.filter((each) => each.name === field && each.type !== 'null').map((each) => plainText(each.value)))
    .filter((text) => text.trim() !== '')
    .slice(0, linesMax);
}

/** Lines as a person pastes them. */
export const pastedLines = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, linesMax);
