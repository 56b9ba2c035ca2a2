import { createDraw, type Draw } from './draw.ts';

/** A person keeps city, machine, address and browser for all events. */
export interface Person {
  readonly name: string;
  readonly mail: string;
  readonly city: string;
  readonly country: string;
  readonly ip: string;
  readonly agent: string;
}

export interface Host {
  readonly name: string;
  readonly ip: string;
}

export type Incident = 'password-spray' | 'port-scan' | 'impossible-travel';

/** What a template writes about: the same for the same seed and index, but for the time. */
export interface Scene {
  readonly draw: Draw;
  readonly index: number;
  readonly timeMs: number;
  readonly person: Person;
  readonly host: Host;
  readonly incident: Incident | undefined;
  /** Position inside the incident. */
  readonly step: number;
}

export interface WorldSettings {
  readonly seed: number;
  readonly users: number;
  readonly hosts: number;
  readonly incidents: boolean;
}

/** Length of the cycle in which each incident happens once, in events. */
export const incidentCycle = 5000;
const incidentSpans: readonly { readonly kind: Incident; readonly from: number; readonly length: number }[] = [
  { kind: 'password-spray', from: 1000, length: 40 },
  { kind: 'port-scan', from: 2000, length: 100 },
  { kind: 'impossible-travel', from: 3000, length: 2 },
];

const firstNames = [
  'ana',
  'luis',
  'marta',
  'john',
  'mei',
  'omar',
  'lena',
  'pablo',
  'sofia',
  'erik',
  'nadia',
  'tom',
  'ines',
  'raj',
  'julia',
  'carlos',
];
const lastNames = [
  'garcia',
  'smith',
  'lopez',
  'chen',
  'muller',
  'rossi',
  'khan',
  'silva',
  'novak',
  'martin',
  'ortega',
  'kim',
  'dubois',
  'haas',
  'ramos',
  'ali',
];
const cities = [
  ['Madrid', 'ES', '83.45'],
  ['Valencia', 'ES', '81.32'],
  ['Berlin', 'DE', '91.12'],
  ['London', 'GB', '51.148'],
  ['New York', 'US', '72.229'],
  ['Tokyo', 'JP', '126.74'],
  ['Mexico City', 'MX', '189.203'],
  ['São Paulo', 'BR', '177.32'],
] as const;
const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
] as const;
const roles = ['web', 'db', 'app', 'auth', 'mail', 'edge'];

/** The attacker of every incident. */
export const attackerIp = '198.51.100.23';

export function createWorld(settings: WorldSettings): (index: number, timeMs: number) => Scene {
  const personOf = (number: number): Person => {
    const draw = createDraw(settings.seed, 1, number);
    const name = `${draw.pick(firstNames)}.${draw.pick(lastNames)}${number >= 16 ? number : ''}`;
    const [city, country, net] = draw.pick(cities);
    const rest = net.split('.').length === 2 ? `${net}.${draw.int(0, 255)}.${draw.int(1, 254)}` : net;
    return { name, mail: `${name}@example.com`, city, country, ip: rest, agent: draw.pick(agents) };
  };
  const hostOf = (number: number): Host => {
    const draw = createDraw(settings.seed, 2, number);
    return {
      name: `${draw.pick(roles)}-${String(number + 1).padStart(2, '0')}`,
      ip: `10.${draw.int(0, 15)}.${draw.int(0, 255)}.${draw.int(1, 254)}`,
    };
  };
  const known = new Map<number, Person>();
  const person = (number: number): Person => {
    const seen = known.get(number);
    if (seen) return seen;
    const made = personOf(number);
    if (known.size < 100_000) known.set(number, made);
    return made;
  };
  return (index, timeMs) => {
    const draw = createDraw(settings.seed, 0, index);
    const position = index % incidentCycle;
    const span = settings.incidents ? incidentSpans.find((each) => position >= each.from && position < each.from + each.length) : undefined;
    const step = span ? position - span.from : 0;
    const chosen = draw.int(0, settings.users - 1);
    const host = hostOf(draw.int(0, settings.hosts - 1));
    let who = person(span?.kind === 'password-spray' ? step % settings.users : span?.kind === 'impossible-travel' ? 0 : chosen);
    if (span?.kind === 'password-spray' || span?.kind === 'port-scan') who = { ...who, ip: attackerIp };
    if (span?.kind === 'impossible-travel')
      who = {
        ...who,
        ...(step === 0 ? { city: 'Madrid', country: 'ES', ip: '83.45.10.10' } : { city: 'Tokyo', country: 'JP', ip: '126.74.10.10' }),
      };
    return { draw, index, timeMs, person: who, host, incident: span?.kind, step };
  };
}
