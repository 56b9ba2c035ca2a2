import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Avatar, hashOf, initialsOf, Status, TypeChip } from './marks.tsx';
import { Sparkline, sparkPoints } from './sparkline.tsx';

afterEach(cleanup);

describe('marks', () => {
  it('takes the initials of first and last word, two letters of a single one', () => {
    expect(initialsOf('Lucía Martín')).toBe('LM');
    expect(initialsOf('Ana de la Torre')).toBe('AT');
    expect(initialsOf('acequia')).toBe('AC');
    expect(initialsOf('  ')).toBe('?');
  });
  it('hashes the same text to the same small number', () => {
    expect(hashOf('a@b.example')).toBe(hashOf('a@b.example'));
    expect(hashOf('a')).not.toBe(hashOf('b'));
  });
  it('gives each e-mail one of ten colours, always the same', () => {
    const colourOf = (seed: string) =>
      render(<Avatar name="Ana" seed={seed} />)
        .container.querySelector('span')!
        .style.getPropertyValue('--a');
    const seeds = Array.from({ length: 200 }, (_, index) => `user-${index}@example.com`);
    const colours = seeds.map(colourOf);
    expect(new Set(colours).size).toBe(10);
    expect(seeds.map(colourOf)).toEqual(colours);
  });
  it('writes lists with brackets', () => {
    render(<TypeChip type="list<string>" />);
    expect(screen.getByText('String[]').className).toContain('ui-type-list');
  });
  it('says a state by word and shape, not by colour alone', () => {
    render(
      <Status tone="danger" shape="triangle">
        Error
      </Status>,
    );
    expect(screen.getByText('Error').querySelector('[data-shape="triangle"]')).not.toBeNull();
  });
});

describe('sparkline', () => {
  it('does not divide by zero on an all-zero or one-point series', () => {
    expect(sparkPoints([0, 0], 0, 10, 10)).toBe('0.0,9.0 10.0,9.0');
    const { container } = render(<Sparkline series={[{ values: [5], tone: 'in' }]} />);
    expect(container.querySelector('polyline')).toBeNull();
  });
});
