import { readFileSync } from 'node:fs';

/** Words beside those of the list, more of them Spanish. */
const bases = [
  'p@ssword',
  'contraseña',
  'bienvenido',
  'administrator',
  'administrador',
  'cambiame',
  'prueba',
  'acequia',
  'verano',
  'invierno',
  'otoño',
  'company',
  'abc',
  'qwe',
  'asd',
  'madrid',
] as const;
/** What remains of the 30,000 passwords seen most often in published breaches without the digits and signs around them. */
const breached = readFileSync(new URL('breached-words.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const set = new Set<string>([...bases, ...breached]);

/** Whether a password was seen in breaches or is made like those: a known word with digits and signs around it, a keyboard run, or the same few characters repeated. */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const lower = password.toLowerCase();
  const core = lower.replace(/^[\d\W_]+|[\d\W_]+$/g, '');
  if (set.has(core) || set.has(unleet(core)) || set.has(unleet(lower).replace(/[\d\W_]+$/g, ''))) return true;
  if (new Set(lower).size <= 4) return true;
  return own.some((word) => word.length >= 3 && core === word.toLowerCase());
}

const leet: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' };
const unleet = (text: string): string => [...text].map((letter) => leet[letter] ?? letter).join('');
