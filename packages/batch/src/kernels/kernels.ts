import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { copyBytes, MiB } from '@acequia/base';
import { chargeRun } from '@acequia/event';
import { handlingSteps, kernelSteps } from '../handling-steps.ts';
import * as script from './kernel-module.ts';
import { bindMemory } from './platform.ts';

type KernelModule = typeof script;

const pageBytes = 65_536;
const memoryBytes = 48 * MiB;
/** Static data of the module lies before. */
const firstByte = pageBytes;
/** One table that is kept, and all of them (engine decision 33). */
const keptBytesMax = 8 * MiB;
const allKeptBytesMax = 2 * keptBytesMax;

/**
 * The kernels of one thread and the memory they work on. A call takes its regions, fills them, runs one kernel and reads
 * the results out. Nothing stays there between calls but copies of tables that never change (`keep`).
 */
export interface Kernels {
  /** What runs: prebuilt SIMD code, or the same source as JavaScript. */
  readonly form: 'wasm' | 'script';
  readonly run: KernelModule;
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
  /** Gives all regions back; begins a call, which counts among the steps of the run under way with the bytes that are copied in. */
  reset(): void;
  /** A region of `length` bytes, aligned to 16, with 16 bytes of slack behind it; −1 when there is no room. */
  region(length: number): number;
  /** Bytes that `region` could still give. */
  readonly free: number;
  /** A region holding a copy of these bytes; −1 when there is no room. */
  copyIn(bytes: Uint8Array): number;
  /** Where a copy of a block that never changes lies, made when there is none; −1 when it is larger than 8 MiB. Call before the first region: it may give all regions back. */
  keep(block: SharedArrayBuffer): number;
}

/** Where `npm start` and `npm test` put the compiled kernels. */
export const kernelsFile = fileURLToPath(new URL('../../dist/kernels.wasm', import.meta.url));

/**
 * The kernels of this thread. `script` asks for their JavaScript form; it is also what runs where the compiled form is
 * missing or does not fit this source (`problem` says why).
 */
export function createKernels(form: 'wasm' | 'script' = 'wasm', problem?: (reason: unknown) => void): Kernels {
  if (form === 'wasm') {
    if (compiled !== undefined) return compiled;
    try {
      const memory = new WebAssembly.Memory({ initial: memoryBytes / pageBytes, maximum: memoryBytes / pageBytes });
      const module = new WebAssembly.Module(readFileSync(kernelsFile));
      const { exports } = new WebAssembly.Instance(module, { env: { memory, abort: unreachable } });
      for (const name of Object.keys(script)) if (!(name in exports)) throw new Error(`the compiled kernels lack ${name}`);
      return (compiled = kernelsOver('wasm', memory.buffer, exports as unknown as KernelModule));
    } catch (error) {
      problem?.(error);
    }
  }
  if (interpreted === undefined) {
    const memory = new ArrayBuffer(memoryBytes);
    bindMemory(memory);
    interpreted = kernelsOver('script', memory, script);
  }
  return interpreted;
}

/** One of each form per thread: nothing stays in their memory between calls. */
let compiled: Kernels | undefined;
let interpreted: Kernels | undefined;

function kernelsOver(form: 'wasm' | 'script', memory: ArrayBuffer, run: KernelModule): Kernels {
  const bytes = new Uint8Array(memory);
  let next = firstByte;
  let top = memoryBytes - 64;
  const kept = new Map<SharedArrayBuffer, number>();
  const region = (length: number): number => {
    const at = next;
    const behind = (at + length + 16 + 15) & ~15;
    if (behind > top) return -1;
    next = behind;
    return at;
  };
  return {
    form,
    run,
    bytes,
    words: new Int32Array(memory),
    reset: () => {
      chargeRun(handlingSteps.call);
      next = firstByte;
    },
    region,
    get free() {
      return Math.max(0, top - next - 64);
    },
    copyIn(source) {
      chargeRun(kernelSteps(source.length));
      const at = region(source.length);
      if (at >= 0) copyBytes(bytes, at, source);
      return at;
    },
    keep(block) {
      const known = kept.get(block);
      if (known !== undefined) return known;
      if (block.byteLength > keptBytesMax) return -1;
      next = firstByte;
      let at = (top - block.byteLength - 16) & ~15;
      if (at < memoryBytes - allKeptBytesMax - pageBytes) {
        kept.clear();
        at = (memoryBytes - 64 - block.byteLength - 16) & ~15;
      }
      copyBytes(bytes, at, new Uint8Array(block));
      kept.set(block, at);
      top = at;
      return at;
    },
  };
}

function unreachable(): never {
  throw new Error('a kernel failed');
}
