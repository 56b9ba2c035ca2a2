export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, string | number>>;
}

/** Calls operations over the public HTTP form, as a script of a customer would. Keeps the session cookie. */
export class Api {
  readonly #url: string;
  #cookie = '';

  constructor(url: string) {
    this.#url = url;
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, text } = await this.#send(method, path, body);
    if (status >= 400) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  /** How a call is refused; rejects when it succeeds. */
  async refusal(method: string, path: string, body?: unknown): Promise<Refusal> {
    const { status, text } = await this.#send(method, path, body);
    if (status < 400) throw new Error(`${method} ${path} succeeded: ${text}`);
    const { code, data } = JSON.parse(text) as { readonly code: string; readonly data?: { readonly fields?: Refusal['fields'] } };
    return { status, code, fields: data?.fields ?? {} };
  }

  async #send(method: string, path: string, body: unknown): Promise<{ readonly status: number; readonly text: string }> {
    const response = await fetch(`${this.#url}/api/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-acequia': 'console',
        origin: this.#url,
        ...(this.#cookie ? { cookie: this.#cookie } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]!);
    if (cookies.length > 0) this.#cookie = cookies.join('; ');
    return { status: response.status, text: await response.text() };
  }

  async createOwner(setupCode: string): Promise<void> {
    await this.call('POST', '/auth/owner', { setupCode, ...owner, name: 'Ana', surname: 'Ríos', tenantName: 'North Edge' });
  }

  async login(email = owner.email): Promise<{ readonly user: { readonly Email: string; readonly TenantId: string } }> {
    return this.call('POST', '/auth/login', { ...owner, email });
  }
}

export const owner = { email: 'ana@example.com', password: 'Riego-de-noche-7' };
