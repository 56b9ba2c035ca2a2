import type { Listener } from '@acequia/contract';

/** Ports that a listener of any kind opens. */
export const portsOf = ({ config }: Listener): readonly number[] =>
  ['port', 'httpPort', 'grpcPort'].flatMap((field) => (typeof config[field] === 'number' ? [config[field]] : []));
