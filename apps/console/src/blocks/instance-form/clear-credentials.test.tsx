import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { datasinkDefinitions } from '@acequia/components/definitions';
import type { ConfigSchema } from '@acequia/component-sdk/definition';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AroundForm } from '#blocks/definition-form/test-around.tsx';
import { startI18n } from '#i18n/i18n.ts';
import { InstanceForm } from './instance-form.tsx';

const { creation, text } = datasinkDefinitions.http;
const save = vi.fn();

const show = async (config: Record<string, unknown>, shown = 'Base URL') => {
  const form = (
    <InstanceForm
      kind="datasink"
      id="http"
      schema={creation as ConfigSchema}
      text={text}
      examples={[]}
      saved={config}
      initial={{ metadata: { name: 'out', description: '', tags: [] }, config, clusterId: '' }}
      draftKey="clear-credentials"
      submitLabel="Save it"
      pending={false}
      error={null}
      onSubmit={save}
      cancel={null}
    />
  );
  const router = createRouter({ routeTree: createRootRoute({ component: () => form }), history: createMemoryHistory() });
  render(
    <AroundForm>
      <RouterProvider router={router as never} />
    </AroundForm>,
  );
  return screen.findByLabelText(shown);
};
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Save it' }));

beforeEach(() => {
  save.mockClear();
  sessionStorage.clear();
});
afterEach(cleanup);

it.each([
  ['en', /Remove the user and password from this address.*under Authentication, with the password as a secret/],
  ['es', /Quita el usuario y la contraseña de esta dirección.*en Autenticación, con la contraseña como secreto/],
] as const)('a password in the address is told at its field and not sent (%s)', async (language, sentence) => {
  startI18n(language);
  const url = await show({}, language === 'en' ? 'Base URL' : 'URL base');
  fireEvent.change(url, { target: { value: 'https://user:s3cretpw@example.com/x' } });
  press();
  expect(screen.getByText(sentence)).toBeTruthy();
  expect(url.getAttribute('aria-invalid')).toBe('true');
  expect(save).not.toHaveBeenCalled();
  fireEvent.change(url, { target: { value: 'https://example.com/x' } });
  press();
  expect(screen.queryByText(sentence)).toBeNull();
  expect(save).toHaveBeenCalledTimes(1);
});

it('a key in a header is told at the headers, and where its secret belongs', async () => {
  startI18n('en');
  await show({ headers: { 'X-Tenant': 'zzz' }, baseUrl: 'https://example.com' });
  const closed = screen.getAllByRole('button', { name: /Advanced/, expanded: false });
  for (const each of closed) fireEvent.click(each);
  fireEvent.change(screen.getByDisplayValue('X-Tenant'), { target: { value: 'X-Api-Key' } });
  press();
  expect(screen.getByText(/This header contains a credential.*under Authentication or Headers with a secret/)).toBeTruthy();
  expect(save).not.toHaveBeenCalled();
});

it('what was saved before does not keep the data sink from being renamed', async () => {
  startI18n('en');
  await show({ baseUrl: 'https://user:s3cretpw@example.com/x', headers: { 'X-Api-Key': 'zzz' } });
  press();
  expect(save).toHaveBeenCalledTimes(1);
});
