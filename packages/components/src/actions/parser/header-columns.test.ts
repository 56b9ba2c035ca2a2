import { expect, test } from 'vitest';
import { previewParsers } from './preview-parsers.ts';
import { proposeParser } from './propose-parser.ts';

/** Lines of one form, and the pattern that keeps each of its columns. */
interface Form {
  readonly lines: readonly string[];
  readonly pattern: string;
  /** A line that comes later and must be read too. */
  readonly later?: string;
}

const time = '{time:timestamp("%Y-%m-%d %H:%M:%S")}';
const request = String.raw`<either("{method:word} {target:word} {protocol:word(chars="HTTP/0123456789.")}"|{request:quoted})>`;

const forms: Readonly<Record<string, Form>> = {
  'a file and its line before the message are not left in it': {
    lines: [
      '2026-11-24 10:00:00 [INFO] pump_ctl.c:118 valve 3 opened',
      '2026-11-24 10:00:01 [WARN] tank.c:77 level low in tank 9',
      '2026-11-24 10:00:02 [INFO] pump_ctl.c:204 valve 3 closed',
    ],
    pattern: `${time} [{level}] {source} {message}`,
  },
  'a function behind the line of a file is not cut off': {
    lines: [
      '2026-11-24 10:00:00 ...dens/api/visit.go:31:Enter() [I] visitor 7 came in',
      '2026-11-24 10:00:09 ...dens/api/visit.go:58:Leave() [W] visitor 7 left late',
      '2026-11-24 10:00:12 ...dens/store.go:9:Save() [I] saved',
    ],
    pattern: `${time} {source} [{level}] {message}`,
  },
  'a file in braces is a column, JSON in braces is a message': {
    lines: [
      '[2026-11-24 10:00:00] {planner.py:12} INFO - plan made',
      '[2026-11-24 10:00:04] {runner.py:330} ERROR - run 4 broke',
      '[2026-11-24 10:00:05] {runner.py:12} INFO - run 5 begun',
    ],
    pattern: String.raw`[${time}] \{{context}\} {level} - {message}`,
  },
  'a level joined to its channel is parted from it': {
    lines: [
      '[2026-11-24 10:00:00] billing.ERROR: card refused',
      '[2026-11-24 10:00:02] mail.INFO: letter 8 sent',
      '[2026-11-24 10:00:03] mail.INFO: queue empty',
    ],
    pattern: `[${time}] {source}.{level}: {message}`,
  },
  'a level joined to a thread in the same brackets is parted from it': {
    lines: ['[10:00:00] [World loop/INFO]: day 4', '[10:00:01] [Saver 2/WARN]: slow by 50 ms', '[10:00:02] [World loop/INFO]: day 5'],
    pattern: '[{clock}] [{source}/{level}]: {message}',
  },
  'a program with its number is a column without a colon too': {
    lines: [
      '11/24/26 10:00:00.120 cam_web[118].ERR [10.0.0.4] [No such user as bo was found]',
      '11/24/26 10:00:01.120 cam_web[119].INF [10.0.0.4] [The user ana logged in]',
      '11/24/26 10:00:02.120 cam_api[120].ERR [10.0.0.9] [No such user as eva was found]',
    ],
    pattern: '{time:timestamp("%m/%d/%y %H:%M:%S.%L")} {component}[{pid:int}].{level} [{ip:ip}] {message}',
  },
  'a host before such a program is called a host': {
    lines: [
      'Nov 24 10:00:00 files1 ftpsrv[44] files1 (10.0.0.1): hello',
      'Nov 24 10:00:01 files1 ftpsrv[45] files1 (10.0.0.2): wrong password',
    ],
    pattern: '{time:timestamp("%b %e %H:%M:%S")} {host} {component}[{pid:int}] {name} ({context}): {message}',
  },
  'something with a number is not called a program': {
    lines: [
      '2026-11-24 10:00:00 loader queue[3] is empty',
      '2026-11-24 10:00:01 loader queue[4] is empty',
      '2026-11-24 10:00:02 saver queue[3] is full',
    ],
    pattern: `${time} {name} {name_2}[{number:int}] {message}`,
  },
  'two numbers of a program': {
    lines: [
      '[1795529300] solver[42:0] info: cache is warm',
      '[1795529301] solver[42:1] info: asked upstream',
      '[1795529302] solver[42:0] error: no reply',
    ],
    pattern: '[{time:timestamp("%s")}] {component}[{pid:int}:{number:int}] {level}: {message}',
  },
  'a language before its warning is not called a host': {
    lines: ['[24-Nov-2026 10:00:00 UTC] Lua Warning:  old call in a.lua', '[24-Nov-2026 10:00:07 UTC] Lua Notice:  unset name in b.lua'],
    pattern: '[{time:timestamp("%d-%b-%Y %H:%M:%S %Z")}] {name} {level}:<space>{message}',
  },
  'a worker before a name is not called a host where no syslog wrote': {
    lines: [
      '2026-11-24 10:00:00 worker-1 sync: done',
      '2026-11-24 10:00:01 worker-2 fetch: began',
      '2026-11-24 10:00:02 worker-1 fetch: done',
    ],
    pattern: `${time} {name} {name_2}: {message}`,
  },
  'a number of a message is not called a component': {
    lines: [
      '2026-11-24 10:00:00 INFO QRX0012I: the pump runs',
      '2026-11-24 10:00:01 WARN QRX0107W: the pump is hot',
      '2026-11-24 10:00:02 INFO QRX0013I: the pump rests',
    ],
    pattern: `${time} {level} {code}: {message}`,
  },
  'an address with its port is two columns': {
    lines: [
      'Tue Nov 24 10:00:00 2026 10.0.0.4:1194 handshake began',
      'Tue Nov 24 10:00:01 2026 10.0.0.7:40112 key accepted',
      'Tue Nov 24 10:00:02 2026 10.0.0.4:1194 closed',
    ],
    pattern: '{time:timestamp("%a %b %e %H:%M:%S %Y")} {ip:ip}:{port:int} {message}',
  },
  'an address, a user and a request after the level': {
    lines: [
      '[2026-11-24 10:00:00] info [panel] 10.0.0.1 - ana "GET /in HTTP/1.1" REFUSED: no such name',
      '[2026-11-24 10:00:01] info [mailer] 10.0.0.9 - bo "POST /in HTTP/1.1" REFUSED: too often',
      '[2026-11-24 10:00:03] info [panel] 10.0.0.1 - eva "GET /in HTTP/1.1" GRANTED',
    ],
    pattern: `[${time}] {level} [{context}] {ip:ip} - {name} "{text}" {message}`,
  },
  'a request and its status after a time': {
    lines: ['[24/Nov/2026 10:00:00] "GET /a HTTP/1.1" 200 512', '[24/Nov/2026 10:00:01] "POST /b?x=1 HTTP/1.1" 302 0'],
    pattern: `[{time:timestamp("%d/%b/%Y %H:%M:%S")}]<space>${request}<space>{number:int}<space>{number_2:int}`,
    later: '[24/Nov/2026 10:00:02] "\\x16\\x03" 400 9',
  },
  'a record behind a level and a colon': {
    lines: ['INFO:     10.0.0.1:5000 - "GET /a HTTP/1.1" 200 OK', 'INFO:     10.0.0.2:5011 - "POST /b HTTP/1.1" 404 NO'],
    pattern: `{level}:<space>{ip:ip}:{port:int}<space>{text:word}<space>${request}<space>{number:int(null="-")}<space>{text_2:word}`,
  },
  'a logger between colons': {
    lines: ['WARNING:root:disk is nearly full', 'ERROR:shop.cart:item 5: no price', 'INFO:shop:open'],
    pattern: '{level}:{component}:{message}',
  },
  'a level in brackets before a record is called a level': {
    lines: [
      '[INFO] 10.0.0.1:300 - 17 "A IN a.example. udp 41" NOERROR qr,rd 98 0.001s',
      '[ERROR] 10.0.0.2:301 - 18 "A IN b.example. udp 41" SERVFAIL qr,rd 12 2.000s',
    ],
    pattern:
      '[{level}]<space>{ip:ip}:{port:int}<space>{text:word}<space>{number:int(null="-")}<space>{text_2:quoted}<space>{text_3:word}<space>{text_4:word}<space>{number_2:int(null="-")}<space>{text_5:word}',
  },
  'a letter and the word for the same level': {
    lines: [
      'I, [2026-11-24T10:00:00.120000 #77]  INFO -- web: began',
      'E, [2026-11-24T10:00:01.120000 #77] ERROR -- jobs: job 4 broke',
      'D, [2026-11-24T10:00:02.120000 #78] DEBUG -- web: page 3',
    ],
    pattern: '{level}, [{time:timestamp("%Y-%m-%dT%H:%M:%S.%f")} #{number:int}]<space>{level_2} -- {name}: {message}',
  },
  'a component with points behind a thread': {
    lines: [
      '2026-11-24 10:00:00 INFO main shop.cart: opened',
      '2026-11-24 10:00:01 WARN main shop.mail: no letter today',
      '2026-11-24 10:00:02 INFO main shop.cart.items: 4 found',
    ],
    pattern: `${time} {level} {name} {component}: {message}`,
  },
  'seconds since the start in brackets, filled up with blanks': {
    lines: ['[    1.002400] disk found', '[   12.500017] net up', '[  120.000001] door 3 opened'],
    pattern: '[<while(value=" ")>{number:float}] {message}',
    later: '[12000.000001] door 4 opened',
  },
  'signs that stand for levels': {
    lines: [
      '7:M 24 Nov 2026 10:00:00.120 * ready',
      '7:M 24 Nov 2026 10:00:01.120 # memory is low',
      '7:M 24 Nov 2026 10:00:02.120 - 4 clients',
    ],
    pattern: '{number:int}:{name} {time:timestamp("%e %b %Y %H:%M:%S.%L")} {sign} {message}',
  },
  'a month in small letters': {
    lines: ['nov/24/2026 10:00:00 link ether1 is down', 'nov/24/2026 10:00:02 user ana came'],
    pattern: '{time:timestamp("%b/%d/%Y %H:%M:%S")} {message}',
  },
  'empty brackets after the columns are no part of the message': {
    lines: [
      '2026-11-24 10:00:00 INFO  shop.cart.Items   [] - 4 found',
      '2026-11-24 10:00:01 WARN  shop.cart.Prices  [] - none for item 5',
      '2026-11-24 10:00:02 INFO  shop.cart.Items   [] - gone',
    ],
    pattern: `${time} {level}<space>{name}<space>[] - {message}`,
  },
  'a time in brackets behind a level and a colon': {
    lines: [
      'WARN: [Nov 24 10:00:00.120] wrong key for ana',
      'INFO: [Nov 24 10:00:01.120] bo came in',
      'WARN: [Nov 24 10:00:02.120] wrong key for eva',
    ],
    pattern: '{level}: [{time:timestamp("%b %e %H:%M:%S.%L")}] {message}',
  },
  'an address before JSON is a column': {
    lines: [
      '2026-11-24T10:00:00.120Z 10.0.0.1  {"door":1}',
      '2026-11-24T10:00:01.120Z 10.0.0.2  {"door":2}',
      '2026-11-24T10:00:02.120Z 10.0.0.1  {"door":3}',
    ],
    pattern: '{time:timestamp} {ip:ip}<space>{message}',
  },
  'a state between dashes is not called a program': {
    lines: ['Tue Nov 24 10:00:00 2026 - GRANTED - [10.0.0.1] front door', 'Tue Nov 24 10:00:01 2026 - REFUSED - [10.0.0.2] back door'],
    pattern: '{time:timestamp("%a %b %e %H:%M:%S %Y")} - {name} - [{ip:ip}] {message}',
  },
  'the error of a phrase is not called a level': {
    lines: ['2026-11-24 10:00:00 - door error - key 4 is bent', '2026-11-24 10:00:01 - gate error - no power'],
    pattern: `${time} - {name} {name_2} - {message}`,
  },
  'dashes between date and clock': {
    lines: ['[GATE] 2026/11/24 - 10:00:00 | 204 | ok', '[GATE] 2026/11/24 - 10:00:05 | 500 | broken'],
    pattern: '[{context}] {time:timestamp("%Y/%m/%d - %H:%M:%S")} | {number:int} | {message}'.replaceAll(' | ', String.raw` \| `),
  },
};

test.each(Object.entries(forms))('%s', (_name, { lines, pattern, later }) => {
  const [first] = proposeParser(lines);
  expect(first).toMatchObject({ mode: 'pattern', pattern });
  for (const line of [...lines, ...(later === undefined ? [] : [later])])
    expect(previewParsers([first!], [line], BigInt(Date.UTC(2026, 10, 24)) * 1_000_000n)?.parsed, line).toBe(1);
});

test('a part of a second is not cut off where only some times have one: such lines are left to the preview', () => {
  const lines = Array.from({ length: 8 }, (_, n) => `2026-11-24 10:00:0${n} INFO (main) step ${n}`);
  const later = '2026-11-24 10:00:08.250 INFO (main) step 8';
  const [first] = proposeParser([...lines, later]);
  expect(first?.pattern).toBe(`${time} {level} ({context}) {message}`);
  expect(previewParsers([first!], [later], 0n)).toBeUndefined();
});
