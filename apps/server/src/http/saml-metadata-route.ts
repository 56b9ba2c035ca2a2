import type { FastifyInstance } from 'fastify';
import { metadataXml, serviceProviderOf } from '../modules/auth-saml/service-provider.ts';
import type { OriginOf } from './origin.ts';
import { bodyOf } from './wire-error.ts';

/**
 * `/sso/<slug>/saml/metadata`: what a tenant's SAML provider is told, for its administrator. Made of the address alone, so that it is
 * there before anything is configured and tells nobody which tenants exist.
 */
export function registerSamlMetadata(app: FastifyInstance, originOf: OriginOf): void {
  app.get('/sso/:slug/saml/metadata', async (request, reply) => {
    const { slug } = request.params as { readonly slug: string };
    if (!/^[a-z0-9-]{1,64}$/.test(slug)) return reply.code(404).send(bodyOf('ACQ-NOT-FOUND'));
    return reply
      .type('application/samlmetadata+xml; charset=utf-8')
      .header('content-disposition', `attachment; filename="acequia-${slug}.xml"`)
      .send(metadataXml(serviceProviderOf(originOf(request), slug)));
  });
}
