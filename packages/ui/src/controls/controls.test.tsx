import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Combobox } from './combobox.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { TagsInput } from './tags-input.tsx';

afterEach(cleanup);

function Tags({ onChange }: { readonly onChange: (value: readonly string[]) => void }) {
  const [value, setValue] = useState<readonly string[]>([]);
  return (
    <TagsInput
      aria-label="tags"
      value={value}
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
    />
  );
}

describe('tags', () => {
  it('ends an entry with Enter or comma, takes it back with Backspace, refuses doubles', async () => {
    const seen = vi.fn();
    render(<Tags onChange={seen} />);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('tags'), 'one{Enter}two,one{Enter}');
    expect(seen.mock.lastCall?.[0]).toEqual(['one', 'two']);
    await user.type(screen.getByLabelText('tags'), '{Backspace}');
    expect(seen.mock.lastCall?.[0]).toEqual(['one']);
  });
  it.each(['prod,kafka,', 'prod\nkafka\n', 'prod\r\nkafka', ' prod , kafka , ,'])(
    '%j pasted is two entries and leaves no rest',
    async (text) => {
      const seen = vi.fn();
      render(<Tags onChange={seen} />);
      const user = userEvent.setup();
      await user.click(screen.getByLabelText('tags'));
      await user.paste(text);
      expect(seen.mock.lastCall?.[0]).toEqual(['prod', 'kafka']);
      expect(screen.getByLabelText<HTMLInputElement>('tags').value).toBe('');
    },
  );
  it('splits what is pasted', async () => {
    const seen = vi.fn();
    render(<Tags onChange={seen} />);
    const user = userEvent.setup();
    await user.click(screen.getByLabelText('tags'));
    await user.paste('10.0.0.0/8\n192.168.0.0/16, 172.16.0.0/12');
    expect(seen.mock.lastCall?.[0]).toEqual(['10.0.0.0/8', '192.168.0.0/16', '172.16.0.0/12']);
  });
});

function Picker({ showLabel, onChange }: { readonly showLabel?: boolean; readonly onChange: (value: string) => void }) {
  const [value, setValue] = useState('');
  return (
    <Combobox
      aria-label="pick"
      {...(showLabel ? { showLabel } : {})}
      value={value}
      options={[
        { value: 'a', label: 'Alpha' },
        { value: 'b', label: 'Beta' },
      ]}
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
    />
  );
}

describe('combobox', () => {
  it('chooses with the arrow keys', async () => {
    const seen = vi.fn();
    render(<Picker onChange={seen} />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('combobox'));
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(seen).toHaveBeenLastCalledWith('b');
  });
  it('lists the options of a section last, and covers nothing when no option has the text', async () => {
    const options = [{ value: '_server', section: 'Internal' }, { value: 'user' }, { value: 'service' }];
    function Fields() {
      const [value, setValue] = useState('');
      return <Combobox aria-label="pick" value={value} options={options} onChange={setValue} />;
    }
    render(<Fields />);
    const user = userEvent.setup();
    await user.type(screen.getByRole('combobox'), 'ser');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['service', 'user', '_server']);
    expect(screen.getByText('Internal')).toBeTruthy();
    await user.type(screen.getByRole('combobox'), 'x');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(screen.getByRole('combobox').getAttribute('aria-expanded')).toBe('false');
  });
  it('gives Enter the option that the typed text begins, and leaves other texts as they are typed', async () => {
    const options = [{ value: '_server', section: 'Internal' }, { value: 'service_name' }, { value: 'service' }, { value: 'user' }];
    function Fields() {
      const [value, setValue] = useState('');
      return <Combobox aria-label="pick" value={value} options={options} onChange={setValue} />;
    }
    render(<Fields />);
    const user = userEvent.setup();
    const entered = async (...keys: readonly string[]) => {
      await user.clear(screen.getByRole('combobox'));
      for (const each of keys) await user.keyboard(each);
      return (screen.getByRole('combobox') as HTMLInputElement).value;
    };
    expect(await entered('ser')).toBe('ser');
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('service_name');
    expect(await entered('ser', '{Enter}')).toBe('service_name');
    expect(await entered('service', '{Enter}')).toBe('service');
    expect(await entered('ser', '{ArrowDown}', '{Enter}')).toBe('service');
    expect(await entered('vice', '{Enter}')).toBe('vice');
    expect(await entered('ser', '{Tab}')).toBe('ser');
    await user.click(screen.getByRole('combobox'));
    expect(await entered('ser', '{Escape}', '{Enter}')).toBe('ser');
  });
  it('the option that the arrow keys lead to comes into sight; the pointer scrolls nothing', async () => {
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      seen.push(this.textContent);
    });
    const seen: string[] = [];
    render(<Picker onChange={vi.fn()} />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('combobox'));
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(seen).toEqual(['Beta', 'Alpha']);
    await user.hover(screen.getByRole('option', { name: 'Beta' }));
    expect(screen.getByRole('option', { name: 'Beta' }).getAttribute('aria-selected')).toBe('true');
    expect(seen).toHaveLength(2);
    shown.mockRestore();
  });
  it('with labels shown, keeps the value until an option is chosen', async () => {
    const seen = vi.fn();
    render(<Picker showLabel onChange={seen} />);
    const user = userEvent.setup();
    await user.type(screen.getByRole('combobox'), 'bet');
    expect(seen).not.toHaveBeenCalled();
    await user.keyboard('{Enter}');
    expect(seen).toHaveBeenLastCalledWith('b');
    expect(screen.getByRole('combobox')).toHaveProperty('value', 'Beta');
  });
});

describe('field', () => {
  it('ties label, fault and control together', () => {
    render(
      <Field label="Name" error="Missing" required>
        {(control) => <Input {...control} />}
      </Field>,
    );
    const input = screen.getByLabelText('Name');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(input.getAttribute('aria-describedby')!)?.textContent).toBe('Missing');
  });
});
