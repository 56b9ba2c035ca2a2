/** Pages before the session; they need neither router nor contract. */
export const entrancePaths: readonly string[] = ['/login', '/version', '/forgot', '/reset', '/reset-mfa', '/join', '/welcome', '/proof'];
