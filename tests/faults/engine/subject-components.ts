/** The catalogue, and one action that ends the process; also for the process in which a suspected block is tried. */
import { findAction, findDatasink, findListener } from '@acequia/components/definitions';
import { findActionRuntime, findDatasinkRuntime, findListenerRuntime } from '@acequia/components/runtimes';
import type { ActionComponent, Components } from '@acequia/engine';
import { poison } from './poison-action.ts';
import { tearArmedWrites } from './torn-write.ts';

await tearArmedWrites();

export const components: Components = {
  listener: (id) => ({ definition: findListener(id)!, runtime: findListenerRuntime(id)! }),
  action: (id) =>
    id === 'poison' ? (poison as unknown as ActionComponent) : { definition: findAction(id)!, runtime: findActionRuntime(id)! },
  datasink: (id) => ({ definition: findDatasink(id)!, runtime: findDatasinkRuntime(id)! }),
};
