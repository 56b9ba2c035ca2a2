import { id } from '@acequia/base/bounded';
import { descriptionSchema, nameSchema, tagsSchema } from '@acequia/domain';
import * as z from 'zod';
import { templateCardSchema, templateLanguages, templateSamplesSchema, templateSchema } from '../marketplace-shapes.ts';
import { operation } from '../operation.ts';
import { idInput, nothing } from '../shapes.ts';

const tenantId = id;
/** Of the texts of shipped templates; a tenant's own have one language. */
const language = z.enum(templateLanguages).default('en');

export const marketplace = {
  /** Featured ones first, then by name: the shipped ones and those of the tenant. */
  getAllTemplates: operation({
    method: 'GET',
    path: '/marketplace/templates',
    summary: 'List templates',
    permission: 'template:read',
    input: z.object({ tenantId, language }),
    output: z.array(templateCardSchema),
    errors: ['ACQ-NOT-FOUND'],
    reads: ['template'],
  }),
  getTemplateById: operation({
    method: 'GET',
    path: '/marketplace/templates/{id}',
    summary: 'Get a template',
    description: 'Without `content:read`, the organization’s own templates have no `logs`.',
    permission: 'template:read',
    content: 'withheld',
    input: idInput.extend({ tenantId, language }),
    output: templateSchema,
    errors: ['WEB-00015'],
    reads: ['template'],
  }),
  /**
   * A template of a pipeline's version (default: its draft), for the own tenant. With `samples`, a worker runs those events and what
   * arrives is recorded. Secrets, listener and data sinks are left out; what looks like a credential is refused, with its place.
   */
  createTemplate: operation({
    method: 'POST',
    path: '/marketplace/templates',
    summary: 'Create a template from a pipeline',
    permission: 'template:create',
    content: 'refused',
    input: z.object({
      pipelineId: id,
      version: id.default('Main'),
      name: nameSchema,
      description: descriptionSchema,
      tags: tagsSchema,
      samples: templateSamplesSchema.optional(),
    }),
    output: templateSchema,
    errors: [
      'WEB-10008',
      'WEB-12006',
      'WEB-00032',
      'WEB-12007',
      'ACQ-NOT-FOUND',
      'ACQ-TEMPLATE-SHAPE',
      'ACQ-TEMPLATE-CREDENTIAL',
      'ACQ-TEMPLATE-RUN',
      'ACQ-TEMPLATES-MANY',
      'ACQ-WORKER-AWAY',
      'ACQ-TOO-MANY',
    ],
    changes: ['template'],
    activity: { entity: 'template', operation: 'create' },
  }),
  deleteTemplate: operation({
    method: 'DELETE',
    path: '/marketplace/templates/{id}',
    summary: 'Delete a template of the tenant',
    permission: 'template:delete',
    input: idInput,
    output: nothing,
    errors: ['WEB-00015'],
    changes: ['template'],
    activity: { entity: 'template', operation: 'delete' },
  }),
};
