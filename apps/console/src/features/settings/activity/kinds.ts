/** Filters of the specification (section 5), and behind them what Acequia has besides. */
export const activityOperations = ['create', 'update', 'delete', 'deprecate', 'invite', 'start', 'stop', 'retry', 'redrive', 'export', 'read'] as const;

export const activityEntities = [
  'certificate',
  'cluster',
  'datasink',
  'debugPipeline',
  'label',
  'listener',
  'lookup',
  'lookupVersion',
  'pipeline',
  'role',
  'secret',
  'tenant',
  'users',
  'zone',
  'alert',
  'assistant',
  'authToken',
  'content',
  'deadLetter',
  'installation',
  'replay',
  'session',
  'shadowRun',
  'template',
] as const;
