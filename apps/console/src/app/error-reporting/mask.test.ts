import { describe, expect, test } from 'vitest';
import { maskDeep, maskRecording, maskText } from './mask.ts';

describe('what is reported', () => {
  test.each([
    ['http://a.example/listeners?search=payroll&tag=x', 'http://a.example/listeners'],
    ['/join#token=abc', '/join'],
    ['?next=/home', ''],
    ['GET /rpc/x/y?q=1 failed', 'GET /rpc/x/y failed'],
    ['button[aria-label="Delete Payroll"]', 'button[aria-label="…"]'],
    ['Unexpected token, "pass word" is not valid JSON', 'Unexpected token, "…" is not valid JSON'],
    ['no such user ana@example.com', 'no such user …'],
    ["Cannot read properties of undefined (reading 'id')", "Cannot read properties of undefined (reading 'id')"],
    ['https://a.example/assets/home-AbC_1.js', 'https://a.example/assets/home-AbC_1.js'],
  ])('does not carry a query, a quoted text or an address of a person: %s', (text, masked) => expect(maskText(text)).toBe(masked));

  test('does not carry bodies, headers, cookies or queries at any depth', () => {
    const event = {
      request: { url: 'http://a/x?y', headers: { cookie: 's' }, cookies: 's', query_string: 'y' },
      spans: [{ data: { 'http.query': '?y', 'url.query': 'y', status: 200, body: 'b' } }],
    };
    expect(maskDeep(event)).toEqual({ request: { url: 'http://a/x' }, spans: [{ data: { status: 200 } }] });
  });

  test('the look of a replayed page stays, its addresses lose their queries', () => {
    const css = 'a[href="#x"]{content:"y"}';
    const events = [{ type: 4, data: { href: 'http://a/x?y=1' } }, { attributes: { _cssText: css } }, { isStyle: true, textContent: css }];
    expect(maskRecording(`{"segment_id":0}\n${JSON.stringify(events)}`)).toBe(
      `{"segment_id":0}\n${JSON.stringify([{ type: 4, data: { href: 'http://a/x' } }, { attributes: { _cssText: css } }, { isStyle: true, textContent: css }])}`,
    );
  });

  test('a recording that cannot be read is not sent', () => {
    for (const recording of [new Uint8Array([1]), 'no json', undefined]) expect(maskRecording(recording)).toBeUndefined();
  });
});
