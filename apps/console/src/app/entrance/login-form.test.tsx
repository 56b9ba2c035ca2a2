import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { fakeSession } from '#lib/operations/testing/fake-session.ts';
import { LoginForm } from './login-form.tsx';

const server = fakeServer({ 'auth:login': fakeSession() });
afterEach(cleanup);

it('says that an address is none when its field is left, and nothing of one that is still empty', () => {
  const { container } = render(<LoginForm notice={undefined} onSession={vi.fn()} onSso={() => undefined} />);
  const email = container.querySelector('input[type=email]')!;
  fireEvent.focusOut(email);
  fireEvent.change(email, { target: { value: 'ana@nowhere' } });
  expect(container.querySelector('[aria-invalid]')).not.toBeNull();
  expect(screen.getByText('This is not a valid email address.')).toBeDefined();
  expect(screen.queryByText('Enter your password.')).toBeNull();
});

it('asks for a valid e-mail and a password before it asks the server', async () => {
  const onSession = vi.fn();
  const { container } = render(<LoginForm notice={undefined} onSession={onSession} onSso={() => undefined} />);
  const field = (type: string) => container.querySelector(`input[type=${type}]`)!;
  const submit = () => fireEvent.submit(container.querySelector('form')!);
  submit();
  expect(screen.getByText('Enter your email address.')).toBeDefined();
  expect(screen.getByText('Enter your password.')).toBeDefined();
  fireEvent.change(field('email'), { target: { value: 'ana@nowhere' } });
  expect(screen.getByText('This is not a valid email address.')).toBeDefined();
  fireEvent.change(field('password'), { target: { value: 'Riego-2031' } });
  submit();
  expect(server.calls).toEqual([]);
  fireEvent.change(field('email'), { target: { value: ' ana@example.com ' } });
  submit();
  await waitFor(() => expect(onSession).toHaveBeenCalledOnce());
  expect(server.calls).toEqual([{ name: 'auth:login', input: { email: 'ana@example.com', password: 'Riego-2031' } }]);
});
