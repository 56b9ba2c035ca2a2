import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Select } from '@acequia/ui';
import { guardHtml, permittedHtml, permittedScript } from './trusted-html.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('what may be written as HTML', () => {
  it('is what an open select writes: an update of the library that changes it does not go unseen', async () => {
    render(<Select aria-label="role" value="a" options={[{ value: 'a', label: 'Alpha' }]} onChange={() => undefined} />);
    await userEvent.click(screen.getByRole('combobox', { name: 'role' }));
    await screen.findByRole('option');
    const written = [...document.body.querySelectorAll('style')].map((style) => style.innerHTML).filter((text) => text.includes('radix'));
    expect(written).toHaveLength(1);
    expect(written.map(permittedHtml)).toEqual(written);
  });

  it.each(['', '<b>bold</b>', '<img src=x onerror=alert(1)>', '[data-radix-select-viewport]{background:url(//x)}', ' [data-radix'])(
    'is not %j',
    (text) => expect(permittedHtml(text)).toBeNull(),
  );
});

describe('what may be run as a worker', () => {
  it('is a worker of the build', () => {
    const { origin } = window.location;
    for (const name of ['/assets/layout-worker-B2x_9a-c.js', `${origin}/assets/layout-worker-B2x_9a-c.js`])
      expect(permittedScript(name)).toBe(`${origin}/assets/layout-worker-B2x_9a-c.js`);
  });

  it.each([
    'https://evil.example/assets/layout-worker-a.js',
    '//evil.example/assets/layout-worker-a.js',
    '/assets/pipeline-a.js',
    '/assets/../api/layout-worker-a.js',
    '/api/v1/files/layout-worker-a.js',
    'data:text/javascript,1',
    'blob:http://localhost/layout-worker-a.js',
    'http://[',
    '',
  ])('is not %j', (address) => expect(permittedScript(address)).toBeNull());
});

it('one policy is made, and no text becomes a script', () => {
  const createPolicy = vi.fn();
  vi.stubGlobal('trustedTypes', { createPolicy });
  guardHtml();
  expect(createPolicy.mock.calls).toEqual([['default', { createHTML: permittedHtml, createScriptURL: permittedScript }]]);
});

it('a browser without Trusted Types shows the page all the same', () => {
  vi.stubGlobal('trustedTypes', undefined);
  expect(guardHtml).not.toThrow();
});
