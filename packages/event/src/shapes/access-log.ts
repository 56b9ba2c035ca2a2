import { ok, type Result } from '@acequia/base';
import { integerFromText } from '../conversions/numbers.ts';
import { compileTimePattern } from '../time/time-pattern.ts';
import { Timestamp, type FieldValue } from '../values.ts';
import { expecting } from '../expected.ts';
import { parseFault, shape, type Member, type ParseFault, type ShapeResult } from './shape.ts';

const line = /^(\S+) (\S+) (\S+) \[([^\]]*)\] "((?:[^"\\]|\\.)*)" (\d{3}|-) (\d+|-)(?: "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)")?(?= |$)/;

/** Access log lines: common, combined, nginx. Text after the known parts, such as a request time, is `rest`. */
export function parseAccessLog(text: string): Result<ShapeResult, ParseFault> {
  const m = line.exec(text);
  if (!m) return parseFault('PARSE_NO_MATCH', 0, 'client_ip', expecting('EXPECTED_ACCESS_LOG'));
  const pattern = compileTimePattern('APACHE');
  const time = pattern.ok ? pattern.value.parse(m[4]!) : pattern;
  if (!time.ok)
    return parseFault(
      'PARSE_TYPE',
      text.indexOf('[') + 1,
      'timestamp',
      expecting('EXPECTED_LIKE', { example: '17/May/2024:14:30:00 +0200' }),
    );
  const members: Member[] = [
    ['client_ip', m[1]!],
    ['ident', dash(m[2])],
    ['user', dash(m[3])],
    ['timestamp', new Timestamp(time.value)],
    ...requestMembers(m[5]!),
  ];
  members.push(['status', number(m[6])], ['bytes', number(m[7])]);
  if (m[8] !== undefined) members.push(['referer', dash(unescaped(m[8]))], ['user_agent', dash(unescaped(m[9]!))]);
  if (m[0].length < text.length) members.push(['rest', text.slice(m[0].length + 1)]);
  return ok(shape(members));
}

const dash = (text: string | undefined): FieldValue => (text === undefined || text === '-' ? null : text);
const number = (text: string | undefined): FieldValue => (text === undefined || text === '-' ? null : (integerFromText(text) ?? null));
const unescaped = (text: string): string => text.replace(/\\(["\\])/g, '$1');

function requestMembers(request: string): Member[] {
  const words = request.split(' ');
  if (words.length !== 3) return [['request', unescaped(request)]];
  const [method, target, protocol] = words as [string, string, string];
  const mark = target.indexOf('?');
  return [
    ['method', method],
    ['path', mark < 0 ? target : target.slice(0, mark)],
    ['query', mark < 0 ? null : target.slice(mark + 1)],
    ['protocol', protocol],
  ];
}
