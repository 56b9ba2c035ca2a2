// Loaded before each program of an installation (`node --import`): a worker fills its heap when it gets SIGUSR2.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.argv[1]?.includes('apps/worker'))
  process.on('SIGUSR2', () => {
    const eaten = [];
    for (;;) eaten.push(Array.from({ length: 100_000 }, (_, place) => place + 0.5));
  });
