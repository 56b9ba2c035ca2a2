import { expect, it } from 'vitest';
import { maybeRows } from './text-file.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

it.each([
  '%PDF-1.4\n1 0 obj',
  '\uFEFF<?xml version="1.0"?>',
  ' <!DOCTYPE html>',
  '<html>',
  '{\\rtf1\\ansi',
  'PK\u0003\u0004\u0014\u0000',
  '\u0000a',
])('refuses %j', (text) => expect(maybeRows(bytes(text))).toBe(false));

it.each(['k,v\n1,2', '{"k":1}', '\uFEFFk;v', '', '%,pdf', 'name\n<b>x</b>', 'k\n\u001e'])('lets %j pass', (text) =>
  expect(maybeRows(bytes(text))).toBe(true),
);
