import { spendRun } from '@acequia/event';
import type { RedactConfig } from './config.ts';
import { isPasswordName } from './detectors/passwords.ts';
import { detectors } from './detectors/registry.ts';
import { OwnFinder } from './own-finder.ts';
import { replacementOf, type Replacement } from './replacement.ts';
import { Findings, Scanner } from './scanner.ts';

/** Steps of looking through a text; of each of its bytes, and of what one detector or one pattern of the user tries there. */
const textSteps = 30;
const scanSteps = 0.5;
const detectorSteps = 1 / 16;
const ownSteps = 0.5;
/** Steps of replacing one finding, by a hash or by anything else. */
const hashSteps = 500;
const replaceSteps = 60;

/** Finds and replaces in texts given as bytes, and counts by kind. No text is made where nothing is found (but for own patterns). */
export class Redactor {
  /** Names of the kinds: the built-in detectors as listed, then the own ones. */
  readonly names: readonly string[];
  /** Findings by kind since the caller last cleared or changed them. */
  counts: Uint32Array;
  readonly #scanner: Scanner;
  readonly #own: OwnFinder;
  readonly #replacement: Replacement | undefined;
  readonly #findings = new Findings();
  readonly #passwordKind: number;
  readonly #stepsPerByte: number;
  readonly #replaceSteps: number;
  readonly #passwordNames = new Map<string, boolean>();

  constructor(config: RedactConfig, key: string) {
    this.names = [...config.detectors, ...config.ownDetectors.map(({ name }) => name)];
    this.counts = new Uint32Array(this.names.length);
    this.#scanner = new Scanner(config.detectors.map((id) => detectors[id]));
    this.#own = new OwnFinder(config.ownDetectors, config.detectors.length);
    this.#replacement = config.mode === 'detect-only' ? undefined : replacementOf(config.mode, this.names, key);
    this.#passwordKind = config.detectors.indexOf('password');
    this.#replaceSteps = config.mode === 'hash' ? hashSteps : replaceSteps;
    this.#stepsPerByte = scanSteps + config.detectors.length * detectorSteps + config.ownDetectors.length * ownSteps;
  }

  /**
   * The text of `[from, to)` with findings replaced; undefined when it stays as it is. Throws `EXPR_LIMIT` when the run has no steps
   * left.
   */
  text(bytes: Buffer, from: number, to: number): string | undefined {
    const findings = this.#findings;
    spendRun(textSteps + Math.ceil((to - from) * this.#stepsPerByte));
    findings.clear();
    this.#scanner.scan(bytes, from, to, findings);
    this.#own.find(bytes, from, to, findings);
    if (findings.count === 0) return undefined;
    findings.settle();
    for (let i = 0; i < findings.count; i += 1) this.counts[findings.kinds[i]!]! += 1;
    if (this.#replacement === undefined) return undefined;
    spendRun(findings.count * this.#replaceSteps);
    let out = '';
    let at = from;
    for (let i = 0; i < findings.count; i += 1) {
      const start = findings.starts[i]!;
      const end = findings.ends[i]!;
      out += bytes.toString('utf8', at, start) + this.#replacement(findings.kinds[i]!, () => bytes.toString('utf8', start, end));
      at = end;
    }
    return out + bytes.toString('utf8', at, to);
  }

  /** As `text`, for the value of a field or json member of this name: that of a password is replaced whole. */
  member(name: string, bytes: Buffer, from: number, to: number): string | undefined {
    if (this.#passwordKind < 0 || to === from || !this.#isPassword(name)) return this.text(bytes, from, to);
    this.counts[this.#passwordKind]! += 1;
    return this.#replacement?.(this.#passwordKind, () => bytes.toString('utf8', from, to));
  }

  #isPassword(name: string): boolean {
    let is = this.#passwordNames.get(name);
    if (is === undefined) {
      is = isPasswordName(name);
      if (this.#passwordNames.size < 4096) this.#passwordNames.set(name, is);
    }
    return is;
  }
}
