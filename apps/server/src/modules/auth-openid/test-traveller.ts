/** A browser without pages: keeps cookies by host and port, follows redirects one by one, fills the provider's forms. */
export interface Traveller {
  /** One request. Cookies of its host go along; `crossSite`: only those of SameSite=None. */
  go(
    url: string,
    init?: { readonly method?: string; readonly form?: Readonly<Record<string, string>>; readonly crossSite?: boolean },
  ): Promise<Stop>;
  cookie(url: string, name: string): string | undefined;
  setCookie(url: string, name: string, value: string): void;
}

export interface Stop {
  readonly url: string;
  readonly status: number;
  /** Where a redirect leads, whole; undefined without one. */
  readonly location: string | undefined;
  readonly setCookies: readonly string[];
  readonly text: string;
}

export function createTraveller(): Traveller {
  const jars = new Map<string, Map<string, { value: string; anywhere: boolean }>>();
  const jarOf = (url: string) => {
    const { host } = new URL(url);
    const jar = jars.get(host) ?? new Map<string, { value: string; anywhere: boolean }>();
    jars.set(host, jar);
    return jar;
  };
  return {
    cookie: (url, name) => jarOf(url).get(name)?.value,
    setCookie: (url, name, value) => void jarOf(url).set(name, { value, anywhere: true }),
    go: async (url, { method = 'GET', form, crossSite = false } = {}) => {
      const jar = jarOf(url);
      const cookies = [...jar].filter(([, { anywhere }]) => anywhere || !crossSite).map(([name, { value }]) => `${name}=${value}`);
      const response = await fetch(url, {
        method,
        redirect: 'manual',
        headers: { cookie: cookies.join('; ') },
        ...(form ? { body: new URLSearchParams(form) } : {}),
      });
      const setCookies = response.headers.getSetCookie();
      for (const each of setCookies) {
        const [pair = ''] = each.split(';');
        const [name = '', ...value] = pair.split('=');
        if (/max-age=0|expires=thu, 01 jan 1970/i.test(each)) jar.delete(name);
        else jar.set(name, { value: value.join('='), anywhere: /samesite=none/i.test(each) });
      }
      const location = response.headers.get('location');
      return {
        url,
        status: response.status,
        location: location === null ? undefined : new URL(location, url).href,
        setCookies,
        text: await response.text(),
      };
    },
  };
}

/** Logs in at the provider from where Acequia has sent the browser, and consents; stops at what leads back to Acequia, without going there. */
export async function passProvider(traveller: Traveller, from: string, subject: string, back: string): Promise<ProviderAnswer> {
  let stop = await traveller.go(from);
  for (let step = 0; step < 20; step += 1) {
    if (stop.location?.startsWith(back)) return { url: stop.location, form: undefined };
    if (stop.location !== undefined) {
      stop = await traveller.go(stop.location);
      continue;
    }
    const action = attribute(/<form[^>]* action="([^"]+)"/.exec(stop.text)?.[1]);
    if (action === undefined) throw new Error(`the provider stopped with ${stop.status}: ${stop.text.slice(0, 2000)}`);
    const fields = Object.fromEntries(
      [...stop.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value]) => [
        name,
        attribute(value) ?? '',
      ]),
    );
    const url = new URL(action, stop.url).href;
    if (url.startsWith(back)) return { url, form: fields };
    stop = await traveller.go(url, {
      method: 'POST',
      form: { ...fields, ...(fields['prompt'] === 'login' ? { login: subject, password: 'any' } : {}) },
    });
  }
  throw new Error('the provider led nowhere');
}

export interface ProviderAnswer {
  readonly url: string;
  /** Of form_post. */
  readonly form: Readonly<Record<string, string>> | undefined;
}

const attribute = (text: string | undefined): string | undefined =>
  text?.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
