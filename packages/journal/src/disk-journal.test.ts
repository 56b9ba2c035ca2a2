import { afterEach } from 'vitest';
import { journalConformance } from './conformance.ts';
import { newFolder, openTest, standingClock } from './test-journal.ts';

const folders: { remove(): void }[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

journalConformance('disk', {
  async open({ limitBytes }) {
    const folder = newFolder();
    folders.push(folder);
    const clock = standingClock();
    const options = limitBytes === undefined ? { clock } : { clock, limitBytes };
    const journal = await openTest(folder.path, options);
    return {
      journal,
      advance: clock.advance,
      async reopen() {
        await journal.close();
        return openTest(folder.path, options);
      },
    };
  },
});
