import { AppError, isAppError } from '@acequia/base';
import type { LookupFunction } from 'node:net';
import { checkEgress, type EgressPolicy } from './egress-guard.ts';
import type { Resolver } from './resolver.ts';

/** The `lookup` of a socket to a port: only checked addresses are ever connected to. Hosts that are addresses bypass lookups, so check those first. */
export function createGuardedLookup(policy: EgressPolicy, port: number, resolver?: Resolver): LookupFunction {
  return (hostname, options, callback) => {
    checkEgress(hostname, port, policy, { resolver }).then(
      (addresses) => {
        const wanted =
          options.family === 4 || options.family === 6 ? addresses.filter((each) => each.family === options.family) : addresses;
        const first = wanted[0];
        if (!first) callback(new AppError('NAME_NOT_FOUND', { internal: hostname }), '', 4);
        else if (options.all)
          callback(
            null,
            wanted.map((each) => ({ ...each })),
          );
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(isAppError(error) ? error : new AppError('RESOLVER_FAILED', { cause: error }), '', 4),
    );
  };
}
