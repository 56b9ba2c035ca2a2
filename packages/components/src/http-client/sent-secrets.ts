import { readingsOf } from './escaped-readings.ts';

/** Shorter ones would hide ordinary words. */
const secretLeast = 4;
/** Access tokens come and go; the oldest are let go of. */
const secretsMax = 64;
/** Of an answer, in characters, so much is looked at. */
const readMax = 4096;
const hidden = '•••';

/**
 * The secrets that one client sends. A destination may quote a request in its answer, and everybody who may look at a pipeline reads
 * answers, in dead letters and last errors: they pass through here before anything is made of them.
 */
export class SentSecrets {
  /** With the other texts that give it away. */
  readonly #forms = new Map<string, ReadonlySet<string>>();

  /** To be called before the secret is sent. */
  add(secret: string): void {
    if (secret.length < secretLeast) return;
    // The newest last.
    this.#forms.delete(secret);
    const base64 = Buffer.from(secret).toString('base64');
    this.#forms.set(secret, new Set([secret, base64, base64.replace(/=+$/, ''), Buffer.from(secret).toString('base64url')]));
    const [oldest] = this.#forms.keys();
    if (oldest !== undefined && this.#forms.size > secretsMax) this.#forms.delete(oldest);
  }

  /**
   * The beginning of an answer without what was sent in secret, however it is escaped there, and without what has the name of a
   * credential. Takes time in proportion to the text: a hostile answer costs what any other does.
   */
  hide(answer: string): string {
    return this.#withoutSent(answer.slice(0, readMax))
      .replace(/\b(basic|bearer|digest)\s+(?=\S*[\d=]|\S*[a-z][A-Z])[^\s"'<>]{8,}/gi, `$1 ${hidden}`)
      .replace(
        /((?:api[-_]?key|authorization|passwd|password|secret|signature|token)["']?\s*[:=]\s*\[?\s*)(?:"[^"]*"|'[^']*'|(?:(?:basic|bearer|digest)\s+)?[^\s,;&}"']+)/gi,
        `$1${hidden}`,
      );
  }

  #withoutSent(text: string): string {
    const ranges: { readonly from: number; readonly to: number }[] = [];
    for (const { plain, starts } of readingsOf(text)) {
      for (const forms of this.#forms.values()) {
        for (const form of forms) {
          for (let at = plain.indexOf(form); at >= 0; at = plain.indexOf(form, at + form.length))
            ranges.push({ from: starts[at]!, to: starts[at + form.length]! });
        }
      }
    }
    let kept = '';
    let end = 0;
    for (const { from, to } of ranges.sort((one, other) => one.from - other.from)) {
      if (from >= end) kept += text.slice(end, from) + hidden;
      end = Math.max(end, to);
    }
    return kept + text.slice(end);
  }
}
