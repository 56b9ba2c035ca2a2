import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { EntranceLayout } from './layout.tsx';

afterEach(cleanup);

it('holds the logo, the page, the copyright, and the terms in a new tab, over a drawn background', () => {
  const { container } = render(<EntranceLayout>the page</EntranceLayout>);
  expect(screen.getByRole('main').textContent).toBe('the page');
  expect(container.textContent).toMatch(/^Acequia.*© \d{4} Acequia/);
  const terms = screen.getByRole('link', { name: /Terms/ });
  expect([terms.getAttribute('href'), terms.getAttribute('target')]).toEqual(['/terms.html', '_blank']);
  expect(container.querySelectorAll('svg')).toHaveLength(3);
});
