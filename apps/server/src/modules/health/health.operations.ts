import type { Implementer } from '../../http/implementer.ts';
import { inTenant } from '../../http/transact.ts';
import { listPartsWithTraffic } from './health.service.ts';

export const healthOperations = (os: Implementer) => ({ parts: os.health.parts.handler(inTenant((scope) => listPartsWithTraffic(scope))) });
