import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { blocksOf, Markdown } from './markdown.tsx';
import { svgShapes } from './svg-shape.tsx';

afterEach(cleanup);

describe('help pages', () => {
  it('never become markup', () => {
    const { container } = render(<Markdown source={'<img src=x onerror=alert(1)> [x](javascript:alert(1)) [y](https://example.org)'} />);
    expect(container.querySelector('img')).toBeNull();
    expect([...container.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['https://example.org']);
  });
  it('reads headings, lists with long items, tables and code', () => {
    expect(
      blocksOf('# T\n\na\nb\n\n- one\n  more\n- two\n\n```sh\n# no heading\n```\n\n| a | b |\n|---|---|\n| 1 | x \\| y |').map(
        (block) => block.kind,
      ),
    ).toEqual(['heading', 'paragraph', 'list', 'code', 'table']);
    expect(blocksOf('- one\n  more')).toEqual([{ kind: 'list', ordered: false, items: ['one more'] }]);
  });
  it('draws code and emphasis inside a line', () => {
    render(<Markdown source="use `a*b*c` and **this**" />);
    expect(screen.getByText('a*b*c').tagName).toBe('CODE');
    expect(screen.getByText('this').tagName).toBe('STRONG');
  });
  it('ends with an open fence', () => expect(blocksOf('```\nx')).toEqual([{ kind: 'code', text: 'x' }]));
});

it('takes only plain shapes from an icon', () => {
  const { container } = render(
    <svg>
      {svgShapes(
        '<svg viewBox="0 0 24 24" onload="x()"><script>x()</script><path d="M1 1" onclick="x()"/><circle cx="1" cy="2" r="3"/></svg>',
      )}
    </svg>,
  );
  expect(container.innerHTML).toBe('<svg><path d="M1 1"></path><circle cx="1" cy="2" r="3"></circle></svg>');
});
