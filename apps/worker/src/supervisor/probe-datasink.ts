import type { Clock, Log, Random } from '@acequia/base';
import { parseConfig } from '@acequia/component-sdk/definition';
import { DeliveryError, Misconfigured, type EgressPolicy } from '@acequia/component-sdk/runtime';
import { findDatasinkOnDemand } from '@acequia/components/on-demand';
import type { DownMessage, Report } from '@acequia/contract/fleet';
import { openSealed, type KeyPair } from '@acequia/contract/fleet-crypto';
import { withoutPlaces } from '../telemetry/without-places.ts';

export interface ProbeContext {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly egress: EgressPolicy;
  /** Folders datasinks may write below, by name. */
  readonly fileRoots: Readonly<Record<string, string>>;
  readonly sealing: KeyPair;
}

const probeTimeoutMs = 15_000;

/**
 * One answer for a closed port, a filtered one and an address without a host, so that a test is no port scanner. How soon it comes still
 * differs: a refusal at once, silence after the time limit. What may be reached at all is the egress rule's to say.
 */
const unreachable = new Set(
  ['REFUSED', 'TIMEOUT', 'FAILED'].map((how) => `DELIVERY_CONNECT_${how}`).concat('DELIVERY_ABORTED', 'DELIVERY_CONNECTION_RESET'),
);

/** Connects with unsaved settings, writes nothing, and says how it went. Never throws. */
export async function probeDatasink(
  request: Extract<DownMessage, { type: 'probe' }>,
  context: ProbeContext,
): Promise<Report['answers'][number]> {
  const answer = (code: string, fields: Record<string, string | number> = {}) => ({
    requestId: request.requestId,
    ok: false,
    reason: { code, fields },
  });
  try {
    const component = findDatasinkOnDemand(request.component);
    if (!component) return answer('COMPONENT_UNKNOWN', { component: request.component });
    const config = parseConfig(component.definition().creation, request.creation);
    if (!config.ok) return answer('CONFIG_INVALID', { path: config.error[0]?.path ?? '' });
    const secrets = request.secrets ? (JSON.parse(openSealed(request.secrets, context.sealing)) as Record<string, string>) : {};
    const secret = (reference: string) => {
      const value = secrets[reference];
      if (value === undefined) throw new Misconfigured('SECRET_UNAVAILABLE');
      return value;
    };
    const { clock, random, log, egress, fileRoots } = context;
    await component.runtime().probe(config.value, { clock, random, log, egress, fileRoots, secret }, AbortSignal.timeout(probeTimeoutMs));
    return { requestId: request.requestId, ok: true, reason: null };
  } catch (error) {
    if (error instanceof DeliveryError)
      return unreachable.has(error.code) ? answer('PROBE_UNREACHABLE') : answer(error.code, reasonFields(error));
    context.log.error({ error }, 'a probe failed unexpectedly');
    return answer('PROBE_FAILED', { message: withoutPlaces(String(error)) });
  }
}

function reasonFields(error: DeliveryError): Record<string, string | number> {
  return {
    ...(error.detail.status === undefined ? {} : { status: error.detail.status }),
    ...(error.detail.message === undefined ? {} : { message: error.detail.message }),
  };
}
