import { expecting } from '@acequia/event';
import { OperationFault } from './operation.ts';

/** Labels of a domain name as the DNS holds them (IDNA through the URL parser). */
export function toPunycode(domain: string): string {
  if (/[\s/?#@:[\]\\]/.test(domain) || !URL.canParse(`http://${domain}/`))
    throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_DOMAIN'));
  return new URL(`http://${domain}/`).hostname;
}

export function fromPunycode(domain: string): string {
  return domain
    .split('.')
    .map((label) => (/^xn--/i.test(label) ? decodeLabel(label.slice(4)) : label))
    .join('.');
}

/** Without `xn--`; decoding takes quadratic time. */
const labelMax = 59;

/** RFC 3492, 6.2 with its parameters for IDNA. */
function decodeLabel(label: string): string {
  if (label.length > labelMax) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_LABEL', { count: labelMax }));
  const split = label.lastIndexOf('-');
  const output = Array.from(label.slice(0, Math.max(0, split)), (character) => character.codePointAt(0)!);
  let n = 128;
  let i = 0;
  let bias = 72;
  let at = split < 0 ? 0 : split + 1;
  const wrong = (): never => {
    throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_ENCODING', { encoding: 'Punycode' }));
  };
  while (at < label.length) {
    const before = i;
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = at < label.length ? Number.parseInt(label[at]!, 36) : Number.NaN;
      at += 1;
      if (Number.isNaN(digit)) return wrong();
      const value = digit < 10 ? digit + 26 : digit - 10;
      i += value * weight;
      if (i > 0x7fffffff) return wrong();
      const threshold = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
      if (value < threshold) break;
      weight *= 36 - threshold;
    }
    bias = adapt(i - before, output.length + 1, before === 0);
    n += Math.floor(i / (output.length + 1));
    i %= output.length + 1;
    if (n > 0x10ffff) return wrong();
    output.splice(i, 0, n);
    i += 1;
  }
  return String.fromCodePoint(...output);
}

function adapt(delta: number, length: number, first: boolean): number {
  let rest = first ? Math.floor(delta / 700) : delta >> 1;
  rest += Math.floor(rest / length);
  let k = 0;
  while (rest > 455) {
    rest = Math.floor(rest / 35);
    k += 36;
  }
  return k + Math.floor((36 * rest) / (rest + 38));
}
