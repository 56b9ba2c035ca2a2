import * as z from 'zod';

/** Before the first schema: zod must not try to compile code, the page's policy forbids it. */
z.config({ jitless: true });
