import { afterEach, expect, test } from 'vitest';
import { draftPrefix, dropDraftsOfOthers, dropRetiredDrafts, retireDrafts } from './retired-drafts.ts';

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const openPage = () => dropRetiredDrafts(localStorage, sessionStorage);
const type = (value: string) => sessionStorage.setItem(`${draftPrefix}form`, value);
const kept = () => sessionStorage.getItem(`${draftPrefix}form`);

test('the-session-ended-by-itself: a page opened again still has what was typed', () => {
  openPage();
  type('typed');
  openPage();
  expect(kept()).toBe('typed');
});

test('logged-out-in-any-window: the next page of every tab has nothing of it, and what is typed afterwards stays', () => {
  openPage();
  type('typed');
  sessionStorage.setItem('acequia.editor-viewport.PL_1', 'no draft');
  retireDrafts(localStorage, '1');
  openPage();
  expect(kept()).toBeNull();
  expect(sessionStorage.getItem('acequia.editor-viewport.PL_1')).toBe('no draft');
  type('typed by the next one');
  openPage();
  expect(kept()).toBe('typed by the next one');
});

test('asleep-during-two-log-outs: drafts of a tab that missed them go when it wakes', () => {
  retireDrafts(localStorage, '1');
  openPage();
  type('typed');
  retireDrafts(localStorage, '2');
  retireDrafts(localStorage, '3');
  openPage();
  expect(kept()).toBeNull();
});

test('another-user-in-the-same-tab: sees nothing of what the one before typed, whose session ended by itself', () => {
  dropDraftsOfOthers(sessionStorage, 'tenant-1 ana');
  type('typed by ana');
  dropDraftsOfOthers(sessionStorage, 'tenant-1 ana');
  expect(kept()).toBe('typed by ana');
  dropDraftsOfOthers(sessionStorage, 'tenant-1 bob');
  expect(kept()).toBeNull();
  type('typed by bob');
  dropDraftsOfOthers(sessionStorage, 'tenant-2 bob');
  expect(kept()).toBeNull();
});
