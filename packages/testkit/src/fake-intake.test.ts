import { IntakeBusy } from '@acequia/component-sdk/runtime';
import { describe, expect, test } from 'vitest';
import { FakeIntake } from './fake-intake.ts';
import { intakeContract } from './intake-contract.ts';

describe('the intake of component tests keeps the promises of the real one', () => {
  for (const { name, options, run } of intakeContract) {
    test(name, async () => {
      const intake = new FakeIntake(options);
      const { seen, wanted } = await run({
        intake,
        taken: () => Promise.resolve(intake.taken.map(({ meta, ...frame }) => ({ ...frame, position: meta.position }))),
        hold: () => intake.hold(),
        release: () => intake.release(),
        refuse: (refuses) => void (intake.refuse = refuses ? new IntakeBusy('behind', 1000) : undefined),
        empty: () => intake.empty,
      });
      expect(seen).toEqual(wanted);
    });
  }
});
