import { findAction, findDatasink, findListener } from '@acequia/components/definitions';
import { findActionRuntime, findDatasinkRuntime, findListenerRuntime } from '@acequia/components/runtimes';
import type { Components } from '@acequia/engine';

/** The shipped catalogue, also for lanes on threads of their own. */
export const components: Components = {
  listener: (id) => ({ definition: findListener(id)!, runtime: findListenerRuntime(id)! }),
  action: (id) => ({ definition: findAction(id)!, runtime: findActionRuntime(id)! }),
  datasink: (id) => ({ definition: findDatasink(id)!, runtime: findDatasinkRuntime(id)! }),
};
