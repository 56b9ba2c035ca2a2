export const demoTag = 'demo';

export const demoListener = {
  name: 'Demo web server',
  description: 'Invented access log lines of a web server, ten a second.',
  tags: [demoTag],
  component: 'data-generator',
  config: { template: 'apache-access', rate: 10 },
};

export const demoDatasink = {
  name: 'Demo discard',
  description: 'Counts what arrives and discards it.',
  tags: [demoTag],
  component: 'null',
  config: {},
};

const holds = (text: string) => ({ form: 'visual', ast: { field: 'message', op: 'contains', value: text } });

export const demoConditional = {
  name: 'By status',
  config: {
    mode: 'first',
    conditions: [
      { name: 'failed', condition: holds('" 50') },
      { name: 'not found', condition: holds('" 404 ') },
    ],
  },
  ports: ['failed', 'not found', 'default'],
} as const;
