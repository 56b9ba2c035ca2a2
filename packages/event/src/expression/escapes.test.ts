import { expect, test } from 'vitest';
import { fieldSet } from '../field-set.ts';
import { checkExpression } from './check.ts';
import { parseExpression } from './parser.ts';

const roots = [
  'this',
  'globalThis',
  'process',
  'global',
  'require',
  'constructor',
  '$json',
  '$input',
  'Object',
  'Reflect',
  'Function',
  'Buffer',
  'module',
  'arguments',
  'self',
  '[]',
  '""',
  '(1)',
  '/x/',
  '`x`',
  '(()=>{})',
  'function(){}',
  'class{}',
  'new Function',
  'import("node:fs")',
  'async()=>{}',
];
const tails = [
  '.constructor.constructor("return process")()',
  '["constructor"]["constructor"]("return this")()',
  '.__proto__.polluted = 1',
  '.mainModule.require("child_process").execSync("id")',
  '?.constructor?.("return 1")?.()',
  '[`constructor`](`return 1`)',
  '.toString.call(1)',
  '.\\u0063onstructor("x")()',
  '.map(x => x.constructor)',
  '.prepareStackTrace = (e, t) => t',
  '; throw process',
  '${`${process.env}`}',
];
const whole = [
  '{{ 7 * 7 }}',
  '${{ process.env }}',
  '={{ $json }}',
  '#{7*7}',
  '<%= 7*7 %>',
  'eval("1")',
  'Function("return 1")()',
  'setTimeout("1")',
  'constructor("x")',
  'toString()',
  'valueOf()',
  '__proto__()',
  '__defineGetter__("x", 1)',
  'hasOwnProperty("x")',
  '${__proto__}()',
  '${a}.constructor',
  '${a}["constructor"]("x")',
  '(1, eval)("1")',
  'with (Math) { abs(1) }',
  'while (true) {}',
];
const payloads = [...roots.flatMap((root) => tails.map((tail) => root + tail)), ...whole];

test('more than 300 ways out of a sandbox are no expression (CVE-2025-68613, CVE-2026-1470, CVE-2026-25049, CVE-2026-27495, CVE-2026-27577)', () => {
  expect(payloads.length).toBeGreaterThan(300);
  const through = payloads.filter((text) => {
    const parsed = parseExpression(text);
    return parsed.ok && checkExpression(parsed.value, fieldSet({}, true)).faults.length === 0;
  });
  expect(through).toEqual([]);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});
