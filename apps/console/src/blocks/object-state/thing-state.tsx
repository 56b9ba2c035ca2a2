import type { ObjectStatusView } from '@acequia/contract';
import { DamagedStatus } from '#blocks/list/damaged-status.tsx';
import { StateChip } from './state-chip.tsx';

/** The state of a thing of a list, or that its stored values cannot be read. */
export const ThingState = ({
  of: { damaged, status },
}: {
  readonly of: { readonly damaged?: readonly string[] | undefined; readonly status: ObjectStatusView };
}) => (damaged ? <DamagedStatus fields={damaged} /> : <StateChip status={status} />);
