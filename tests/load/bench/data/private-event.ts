import { EventRandom } from './event-random.ts';
import { address, isoTime, sentence } from './words.ts';

/** A line of free text, and the same line with e-mail addresses and card numbers hidden. */
export interface PrivateEvent {
  readonly line: string;
  readonly masked: string;
}

const names = ['ana.ruiz', 'b.keller', 'carla+shop', 'diego_99', 'ines'];
const domains = ['example.com', 'mail.example.org', 'example.co.uk'];
const separators = ['', ' ', '-'];

/** Half of them with an e-mail address, 30 % with a card number whose check digit is right; about 300 bytes. */
export function privateEvent(index: number): PrivateEvent {
  const random = new EventRandom(6, index);
  let line = `${isoTime(index)} id=${index} ${address(random)} ${sentence(random, 12)}`;
  let masked = line;
  const add = (text: string, hidden = text) => {
    line += ` ${text}`;
    masked += ` ${hidden}`;
  };
  if (random.chance(50)) {
    add('mail');
    add(`${random.pick(names)}${random.below(1000)}@${random.pick(domains)}`, '[EMAIL]');
  }
  if (random.chance(30)) {
    add('paid with');
    add(cardNumber(random), '[CARD]');
  }
  add(sentence(random, random.between(15, 21)));
  return { line, masked };
}

/** Sixteen digits in one or four groups, the last by Luhn's rule. */
function cardNumber(random: EventRandom): string {
  let digits = '4';
  while (digits.length < 15) digits += String(random.below(10));
  let sum = 0;
  for (let n = 0; n < 15; n += 1) {
    const digit = Number(digits[n]) * (n % 2 === 0 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  digits += String((10 - (sum % 10)) % 10);
  return digits.match(/\d{4}/g)!.join(random.pick(separators));
}
