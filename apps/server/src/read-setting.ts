import { StartFault } from './start-fault.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A whole number of the environment within its bounds; throws StartFault. */
export function readInteger(env: Environment, name: string, otherwise: number, min: number, max: number): number {
  const text = env[name];
  if (text === undefined || text === '') return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new StartFault(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  return value;
}

/** The parts of a list with commas. */
export const readList = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
