import type { Locator, Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { haveSession, type WatchedPage } from './browser.ts';
import { createDatasink, createGenerator, type Made } from './content.ts';
import { useHouse, type House } from './house.ts';
import { settled } from './survey.ts';

/** A house with what a pipeline needs: a listener of invented events and a datasink that counts. */
export interface EditorHouse {
  readonly house: House;
  listener: Made;
  datasink: Made;
}

export function useEditorHouse(name: string): EditorHouse {
  const house = useHouse(name);
  const none: Made = { id: '', name: '' };
  const place: EditorHouse = { house, listener: none, datasink: none };
  beforeAll(async () => {
    place.listener = await createGenerator(house.api, 'Web servers', 50);
    place.datasink = await createDatasink(house.api, 'Count only', 'null', {});
  });
  return place;
}

/** The owner with the editor open at `<pipeline>/<version>?…`. */
export async function openEditor(house: House, address: string): Promise<WatchedPage> {
  const watched = await house.open();
  await haveSession(watched.page, house.url);
  await watched.page.goto(`${house.url}/pipelines/${address}`);
  await settled(watched.page);
  return watched;
}

/** A step on the canvas, whatever is said after its name about its problems. */
export const card = (page: Page, name: string): Locator => page.getByRole('group', { name: new RegExp(`^${name}(?:\\.|$)`) });

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where something stands once it has stood still for ten frames: `settled` does not see the canvas move. */
export async function restingBox(locator: Locator): Promise<Box> {
  await locator.waitFor();
  return locator.evaluate(
    (element) =>
      new Promise<Box>((resolve) => {
        let before = '';
        let still = 0;
        const look = () => {
          const { x, y, width, height } = element.getBoundingClientRect();
          const now = [x, y, width, height].join();
          still = now === before ? still + 1 : 0;
          before = now;
          if (still === 10) resolve({ x, y, width, height });
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).first();
