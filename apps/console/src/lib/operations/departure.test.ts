import { beforeEach, expect, test, vi } from 'vitest';
import { departure, type Departure } from './departure.ts';

const navigate = vi.fn<(path: string) => void>();
let page: Departure;

beforeEach(() => {
  navigate.mockClear();
  page = departure(navigate);
});

test('the streams end before the log-out is answered: the page leaves once, for where the log-out leads', () => {
  page.ask();
  page.driven('/login?next=%2Flisteners');
  expect(navigate).not.toHaveBeenCalled();
  page.leave('/login');
  page.driven('/login?next=%2Flisteners');
  expect(navigate.mock.calls).toEqual([['/login']]);
});

test('a second reason to leave does not cut the first navigation short', () => {
  page.driven('/login?next=%2Fhome');
  page.leave('/login');
  expect(navigate.mock.calls).toEqual([['/login?next=%2Fhome']]);
});

test('a refused log-out keeps the page, and the end of the session is followed again', () => {
  page.ask();
  page.stay();
  expect(navigate).not.toHaveBeenCalled();
  page.driven('/login?reason=AUTH.EXPIRED');
  expect(navigate.mock.calls).toEqual([['/login?reason=AUTH.EXPIRED']]);
});

test('a log-out refused because the session had ended leaves for the login page', () => {
  page.ask();
  page.driven('/login?next=%2Fhome');
  page.stay();
  expect(navigate.mock.calls).toEqual([['/login?next=%2Fhome']]);
});
