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
  'a letter before a number is no part of it': {
    lines: [
      '2026-11-24 10:00:00 T:1201     info <gate>: opened',
      '2026-11-24 10:00:01 T:77    warning <tide>: low',
      '2026-11-24 10:00:02 T:1201    error <gate>: stuck',
    ],
    pattern: `${time} T:{number:int}<space>{level} \\<{context}\\>: {message}`,
  },
  'a day before its month is one time with the clock': {
    lines: ['24 Nov 10:00:00 tided[12]: high', '24 Nov 10:00:01 tided[12]: low', '24 Nov 10:00:05 gated[7]: open'],
    pattern: '{time:timestamp("%e %b %H:%M:%S")} {component}[{pid:int}]: {message}',
  },
  'a sign before the time, or between day and clock, does not part it': {
    lines: [
      '%Nov 24 10:00:00:120 2026 sea gate: opened',
      '%Nov 24 10:00:01:120 2026 sea tide: low',
      '%Nov 24 10:00:02:120 2026 sea gate: shut',
    ],
    pattern: '%{time:timestamp("%b %e %H:%M:%S:%L %Y")} {host} {component}: {message}',
  },
  'a level that a colon joins to its component is parted from it': {
    lines: [
      '2026-11-24 10:00:00 <Noti:Gate.Open> opened',
      '2026-11-24 10:00:01 <Warn:Tide.Low> low',
      '2026-11-24 10:00:02 <Info:Gate.Shut> shut',
    ],
    pattern: `${time} \\<{context}:{context_2}\\> {message}`,
  },
  'a level that blanks fill up is kept where the bracket behind it is not read': {
    lines: [
      '2026-11-24 10:00:00 INFO  [a=1] [b=2] gate',
      '2026-11-24 10:00:01 ERROR [c=1] [b=2] tide',
      '2026-11-24 10:00:02 INFO  [d=1] [b=2] gate',
    ],
    pattern: `${time} {level}<space>{message}`,
  },
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
  'pairs before the level are columns, one of them in some lines alone': {
    lines: [
      '2026-11-24 10:00:00 run=7 job=tide WARN: late',
      '2026-11-24 10:00:01 run=7 job=tide took=1.5 INFO: done',
      '2026-11-24 10:00:02 run=8 job=ebb INFO: begun',
      '2026-11-24 10:00:03 run=8 job=ebb took=0.5 INFO: done',
    ],
    pattern: `${time} run={run:int} job={job} <optional(took={took} )>{level}: {message}`,
    later: '2026-11-24 10:00:04 run=9 job=sea INFO: begun',
  },
  'a pair alone in brackets': {
    lines: ['2026-11-24 10:00:00 [id=7] INFO tide began', '2026-11-24 10:00:01 [id=12] WARN ebb is late'],
    pattern: `${time} [id={id:int}] {level} {message}`,
  },
  'a bracket that some lines alone have is no part of the message': {
    lines: [
      '2026-11-24 10:00:00 ERROR[12]: pump 3 broke',
      '2026-11-24 10:00:01 INFO[12][call-1]: asked',
      '2026-11-24 10:00:02 INFO[13][call-2]: asked',
      '2026-11-24 10:00:03 INFO[12]: bye',
    ],
    pattern: `${time} {level}[{number:int}]<optional([{context}])>: {message}`,
  },
  'brackets of fields with different names are left to the message': {
    lines: ['[2026-11-24 10:00:00] [INFO] [pump.rs:7] [began] [door=3]', '[2026-11-24 10:00:01] [WARN] [tank.rs:41] [late] [by=2s]'],
    pattern: `[${time}] [{level}] [{context}] [{context_2}] {message}`,
  },
  'a stream and the letter behind it': {
    lines: [
      '2026-11-24T10:00:00.120Z stdout F tide came',
      '2026-11-24T10:00:01.120Z stderr P 3 boats',
      '2026-11-24T10:00:02.120Z stdout F ebb',
    ],
    pattern: '{time:timestamp} {stream} {flag} {message}',
  },
  'an identifier after the time': {
    lines: [
      '2026-11-24T10:00:00Z 7f3c4c0a9d60  0 tide came',
      '2026-11-24T10:00:01Z 7f3c480b1168 -1 3 boats',
      '2026-11-24T10:00:02Z 7f3c4c0a9d60 12 ebb',
    ],
    pattern: '{time:timestamp} {id}<space>{number:int} {message}',
  },
  'the part of a program in brackets is a column of its own': {
    lines: ['2026-11-24T10:00:00Z tide[pump.1]: began', '2026-11-24T10:00:01Z tide[gate]: closed: 3'],
    pattern: '{time:timestamp} {component}[{context}]: {message}',
  },
  'a file and its line before a colon are called a source, and a word behind them a function': {
    lines: ['2026-11-24 10:00:00 INFO tank.c:7 fill: began', '2026-11-24 10:00:01 WARN gate.c:41 shut_all: slow: 3 s'],
    pattern: `${time} {level} {source} {function}: {message}`,
  },
  'a file and its line that alone stand before the message': {
    lines: ['2026/11/24 10:00:00 tank.go:7: began', '2026/11/24 10:00:01 gate.go:41: slow: 3 s'],
    pattern: '{time:timestamp("%Y/%m/%d %H:%M:%S")} {source}: {message}',
  },
  'a level in brackets behind a source is no part of the message': {
    lines: ['2026-11-24 10:00:00 tank.cpp:7:fill(): [INFO] began', '2026-11-24 10:00:01 gate.cpp:41:shut(): [ERROR] slow'],
    pattern: `${time} {source}: [{level}] {message}`,
  },
  'names of values in a message are called no component': {
    lines: ['2026-11-24 10:00:00 [INFO] boat: a, gate: 3, what: tide', '2026-11-24 10:00:01 [WARN] what: ebb, gate: 4'],
    pattern: `${time} [{level}] {message}`,
  },
  'levels beside components are called neither': {
    lines: ['[2026-11-24 10:00:00] _tide: came', '[2026-11-24 10:00:01] error: no boat', '[2026-11-24 10:00:02] gate: shut'],
    pattern: `[${time}] {name}: {message}`,
  },
  'columns of another program behind those of an access log are called by no name of it': {
    lines: [
      'a - - [24/Nov/2026:10:00:00 +0000] "POST /in HTTP/1.1" 200 512 Fill-Tank all-well',
      'a - bo [24/Nov/2026:10:00:01 +0000] "POST /in HTTP/1.1" 401 0 Shut-Gate refused-by-user',
    ],
    pattern: `{client_ip:word}<space>{ident:word}<space>{user:word}<space>[{time:timestamp("%d/%b/%Y:%H:%M:%S %z")}]<space>${request}<space>{status:int(null="-")}<space>{bytes:int(null="-")}<space>{text:word}<space>{text_2:word}`,
  },
  'a year before a colon is no number beside a time of another year': {
    lines: ['Tue Nov 24 10:00:00 2026: [INFO] tide came', 'Tue Nov 24 10:00:01 2026: [WARN] ebb'],
    pattern: '{time:timestamp("%a %b %e %H:%M:%S %Y")}: [{level}] {message}',
  },
  'month and day alone, with a dash before the clock': {
    lines: ['11/24-10:00:00.120931 [7] tide came', '11/24-10:00:01.120931 [8] ebb'],
    pattern: '{time:timestamp("%m/%d-%H:%M:%S.%f")} [{number:int}] {message}',
  },
  'hours of one digit beside those of two lose no line': {
    lines: ['2026-11-24  9:59:59 3 [INFO] tide came', '2026-11-24  9:59:59 4 [WARN] ebb', '2026-11-24 10:00:01 3 [INFO] boats'],
    pattern: '<either({time:timestamp("%Y-%m-%d %H:%M:%S")}|{time:timestamp("%Y-%m-%d  %H:%M:%S")})> {number:int} [{level}] {message}',
    later: '2026-11-24 11:00:01 3 [INFO] boats',
  },
  'a column of blanks in brackets is empty, and those behind it are not lost': {
    lines: [
      '2026-11-24 10:00:00 [INFO ] [a7      ] [pump    ] - tide came',
      '2026-11-24 10:00:01 [WARN ] [        ] [gate-1  ] - ebb',
      '2026-11-24 10:00:02 [INFO ] [b12     ] [pump    ] - boats',
    ],
    pattern: `${time} [{level:string(trim=true)}] [<while(value=" ")>{context:string(trim=true)}] [{context_2:string(trim=true)}] - {message}`,
  },
  'the first word of all lines is called no level where the level stands behind it': {
    lines: ['log   [10:00:00.120] [info] tide came', 'log   [10:00:01.120] [warning] ebb', 'log   [10:00:02.120] [info] boats'],
    pattern: '{name}<space>[{clock}] [{level}] {message}',
  },
  'a number before a colon that no clock is part of': {
    lines: ['000411: Nov 24 10:00:00.120 UTC: %TIDE-5-CAME: 3 boats', '000412: Nov 24 10:00:01.120 UTC: %GATE-3-SHUT: late'],
    pattern: '{name}: {time:timestamp("%b %e %H:%M:%S.%L %Z")}: {component}: {message}',
  },
  'hours alone of a zone belong to the time': {
    lines: ['2026-11-24 10:00:00+01 sea7 pump[7]: began', '2026-11-24 10:00:01+01 sea7 gate[12]: shut'],
    pattern: '{time:timestamp("%Y-%m-%d %H:%M:%S%z")} {host} {component}[{pid:int}]: {message}',
  },
  'the level behind the number of a program': {
    lines: ['Nov 24 10:00:00 sea1 pump[811](info): tide: came', 'Nov 24 10:00:01 sea1 gate[9](Error): shut'],
    pattern: '{time:timestamp("%b %e %H:%M:%S")} {host} {component}[{pid:int}]({level}): {message}',
  },
  'a module, a function and a line behind a process': {
    lines: ['2026-11-24 10:00:00 [info] <0.44.0>@tide:come:31 3 boats', '2026-11-24 10:00:01 [error] <0.501.0>@gate:shut_all:7 late: 3 s'],
    pattern: `${time} [{level}] \\<{context}\\>@{source} {message}`,
  },
  'a module, a function and a line before a dash': {
    lines: ['2026-11-24 10:00:00 | INFO | sea.tide:<module>:31 - 3 boats', '2026-11-24 10:00:01 | SUCCESS | sea.gate:shut:7 - late - 3 s'],
    pattern: `${time} \\| {level} \\| {source} - {message}`,
  },
  'words filled up to a width, the longest by one blank': {
    lines: [
      '2026/11/24 10:00:00 31  7     Tide        three boats came',
      '2026/11/24 10:00:01 31  4411  GateKeeper  shut: Old: 1; New: 2',
      '2026/11/24 10:00:02 9   12    HarbourPump began',
      '2026/11/24 10:00:03 9   12    Tide        ebb',
    ],
    pattern: '{time:timestamp("%Y/%m/%d %H:%M:%S")} {number:int}<space>{number_2:int}<space>{name}<space>{message}',
  },
  'brackets and a level behind the program are no part of the message': {
    lines: ['Nov 24 10:00:00 sea1 gate: (ana@pier) [INFO] tide came', 'Nov 24 10:00:01 sea1 gate: (?@pier) [ERROR] (late) ebb'],
    pattern: '{time:timestamp("%b %e %H:%M:%S")} {host} {component}: ({context}) [{level}] {message}',
  },
  'a file with the level in brackets behind it': {
    lines: ['2026-11-24 10:00:00 - tide.py[DEBUG]: 3 boats', '2026-11-24 10:00:01 - gate.py[WARNING]: late: 3 s'],
    pattern: `${time} - {source}[{level}]: {message}`,
  },
  'a module with points is called no program': {
    lines: [
      '2026-11-24 10:00:00 - sea.db - 31 - INFO - GET-7 - 3 boats',
      '2026-11-24 10:00:01 - sea.gate - 7 - ERROR - PUT-8 - late - 3 s',
    ],
    pattern: `${time} - {name} - {number:int} - {level} - {name_2} - {message}`,
  },
  'somebody before the class that wrote the line': {
    lines: [
      '2026-11-24 10:00:00 INFO  [tide-1] *SEA sea.gate.Pump - began',
      '2026-11-24 10:00:01 WARN  [tide-7] ana sea.gate.Tank - late - 3 s',
    ],
    pattern: `${time} {level}<space>[{context}] {name} {component} - {message}`,
  },
  'a record between the level and the class': {
    lines: [
      '2026-11-24 10:00:00 pier-7 WARN ana 7x31 10.0.0.1 /tide [s.gate.Pump] began',
      '2026-11-24 10:00:01 pier-12 INFO anonymous 7x32 10.0.0.9 /ebb [s.gate.Tank] late: 3 s',
    ],
    pattern: `${time} {name} {level} {name_2} {name_3} {ip:ip} {name_4} [{context}] {message}`,
  },
  'a number in parentheses behind what wrote the line, both filled up with blanks': {
    lines: ['2026-11-24 10:00:00 I/TideManager( 1702): 3 boats', '2026-11-24 10:00:01 W/gate   (   77): *** shut: late'],
    pattern: `${time} {level}/{component:string(trim=true)}(<while(value=" ")>{number:int}): {message}`,
    later: '2026-11-24 10:00:02 E/Sea(11702): ebb',
  },
  'a cell that is empty in some lines': {
    lines: [
      '2026-11-24 10:00:00;0100;Gate;;ana came; late',
      '2026-11-24 10:00:01;0008;Tide;7.sea;ebb: 3 s',
      '2026-11-24 10:00:02;0001;Tide;8.sea;a; b; c',
    ],
    pattern: `${time};{name};{name_2};{name_3};{message}`,
  },
  'a year before the month is no number beside a time of another year': {
    lines: ['2026 Nov 24 10:00:00 sea1 %TIDE-5-CAME: 3 boats', '2026 Nov 24 10:00:01 sea2 %GATE-3-SHUT: late'],
    pattern: '{time:timestamp("%Y %b %e %H:%M:%S")} {host} {component}: {message}',
  },
  'a bracket of pairs before what wrote the line is not cut at the first of them': {
    lines: [
      '2026-11-24 10:00:00 INFO [tide-1] [name=ana;at=7;] gate - open',
      '2026-11-24 10:00:01 WARN [tide-7] [at=9;door=3;] pump - late - 3 s',
    ],
    pattern: '{time:timestamp("%Y-%m-%d %H:%M:%S")} {level} [{context}] [{context_2}] {name} - {message}',
  },
  'no message begins inside a bracket': {
    lines: ['2026-11-24 10:00:00 INFO [name=ana;at=7;] gate open', '2026-11-24 10:00:01 WARN [at=9;door=3;] late'],
    pattern: '{time:timestamp("%Y-%m-%d %H:%M:%S")} {level} {message}',
  },
  'words in a bracket that the message may begin with are left to it': {
    lines: ['2026-11-24 10:00:00 INFO (tide 7) came in', '2026-11-24 10:00:01 WARN (tide 12) is late'],
    pattern: '{time:timestamp("%Y-%m-%d %H:%M:%S")} {level} {message}',
  },
  'a level that blanks fill up before a colon': {
    lines: [
      '2026-11-24 10:00:00   notice : tide came',
      '2026-11-24 10:00:01   warning: no boat',
      '2026-11-24 10:00:02   error  : late: 3 s',
    ],
    pattern: '{time:timestamp("%Y-%m-%d %H:%M:%S")}<space>{level:string(trim=true)}: {message}',
  },
  'a level that blanks fill up before a bracket': {
    lines: ['INFO [11-24|10:00:00.120] tide came', 'WARN [11-24|10:00:01.120] no boat', 'ERROR[11-24|10:00:02.120] late: 3 s'],
    pattern: '{level:string(trim=true)}[{context}] {message}',
  },
  'a code in brackets behind what wrote the line is no part of the message': {
    lines: ['2026/11/24 10:00:00 TIDE: [M59KS-A3ZXZ] 3 boats', '2026/11/24 10:00:01 GATE: [T83RR-8SM5G] shut: [late]'],
    pattern: '{time:timestamp("%Y/%m/%d %H:%M:%S")} {name}: [{context}] {message}',
  },
  'a thread that a slash joins to its process is not cut, nor is the file behind it': {
    lines: [
      '[ N 2026-11-24 10:00:00.1209 31/T1 sea/Tide.cpp:73 ]: 3 boats',
      '[ E 2026-11-24 10:00:01.0033 34/Ta sea/gate/Pump.h:519 ]: late: 3 s',
    ],
    pattern: '[<while(value=" ")>{level} {time:timestamp("%Y-%m-%d %H:%M:%S.%f")} {name} {source} ]: {message}',
  },
  'figures that zeros fill up are text': {
    lines: ['I 11/24/26 10:00:00 00076 tide: 3 boats', 'W 11/24/26 10:00:01 00331 gate: shut: late'],
    pattern: '{level} {time:timestamp("%m/%d/%y %H:%M:%S")} {number} {name}: {message}',
  },
  'a letter behind a stream is called no level': {
    lines: ['2026-11-24T10:00:00.120Z stdout F tide came', '2026-11-24T10:00:01.120Z stderr F 3 boats'],
    pattern: '{time:timestamp} {stream} {flag} {message}',
  },
  'fields of different names at one place are no column': {
    lines: [
      '[24/Nov/2026:10:00:00 +0000] conn=31 fd=64 slot=64 10.0.0.9 10.0.0.4',
      '[24/Nov/2026:10:00:01 +0000] conn=31 op=1 tag=101 7 etime=0.000520',
    ],
    pattern: '[{time:timestamp("%d/%b/%Y:%H:%M:%S %z")}] {message}',
  },
  'a number and a thread in one bracket are two columns': {
    lines: ['2026-11-24 10:00:00 INFO  Tide [12 main] - came', '2026-11-24 10:00:01 WARN  GateKeeper [7 pump0] - late: 3 s'],
    pattern: `${time} {level}<space>{name} [{number:int} {context}] - {message}`,
  },
  'cells between bars in a bracket behind a program are no part of the message': {
    lines: [
      'Nov 24 10:00:00 sea1 tide: [ info|sea1|7 pump|come D:1|gate] came',
      'Nov 24 10:00:01 sea1 tide: [debug|sea1|8 gate|shut D:2|gate] late',
    ],
    pattern: String.raw`{time:timestamp("%b %e %H:%M:%S")} {host} {component}: [<while(value=" ")>{level}\|{context}\|{context_2}\|{context_3}\|{context_4}] {message}`,
  },
  'a bracket that most lines have behind the level is no part of the message': {
    lines: [
      '[2026-11-24 10:00:00] [info] [tide] came',
      '[2026-11-24 10:00:01] [warn] [gate] late',
      '[2026-11-24 10:00:02] [info] [tide] went',
      '[2026-11-24 10:00:03] [info] [gate] shut: 3 s',
      '[2026-11-24 10:00:04] [info] nothing more today',
    ],
    pattern: `[${time}] [{level}] <optional([{context}] )>{message}`,
    later: '[2026-11-24 10:00:05] [info] good night',
  },
  'a year behind a zone is no number beside a time of another year': {
    lines: ['Tue Nov 24 10:00:00 +0000 2026 [tide] came', 'Tue Nov 24 10:00:01 +0000 2026 [gate] late'],
    pattern: '{time:timestamp("%a %b %e %H:%M:%S %z %Y")} [{context}] {message}',
  },
  'the name of what happened behind a program is no part of the message': {
    lines: ['Nov 24 10:00:00 sea1 tide: TIDE_CAME: 3 boats', 'Nov 24 10:00:01 sea1 tide: GATE_SHUT: late'],
    pattern: '{time:timestamp("%b %e %H:%M:%S")} {host} {component}: {name}: {message}',
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

test('a time that goes on in a form that is not known is not cut', () => {
  const lines = [
    '2026-11-24 10:00:00+1h INFO tide: came',
    '2026-11-24 10:00:01+1h WARN gate: shut',
    '2026-11-24 10:00:02+1h INFO tide: ebb',
  ];
  for (const { pattern } of proposeParser(lines)) expect(pattern).not.toContain('{time');
});

test('a part of a second is not cut off where only some times have one: such lines are left to the preview', () => {
  const lines = Array.from({ length: 8 }, (_, n) => `2026-11-24 10:00:0${n} INFO (main) step ${n}`);
  const later = '2026-11-24 10:00:08.250 INFO (main) step 8';
  const [first] = proposeParser([...lines, later]);
  expect(first?.pattern).toBe(`${time} {level} ({context}) {message}`);
  expect(previewParsers([first!], [later], 0n)).toBeUndefined();
});
