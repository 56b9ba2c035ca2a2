import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MiB } from '@acequia/base';
import * as script from './kernel-module.ts';
import { bindMemory } from './platform.ts';

type KernelModule = typeof script;

const pageBytes = 65_536;
const memoryBytes = 48 * MiB;
/** Static data of the module lies before. */
const firstByte = pageBytes;

/**
 * The kernels of one thread and the memory they work on. A call takes its regions, fills them, runs one kernel and reads
 * the results out; nothing stays there between calls.
 */
export interface Kernels {
  /** What runs: prebuilt SIMD code, or the same source as JavaScript. */
  readonly form: 'wasm' | 'script';
  readonly run: KernelModule;
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
  /** Gives all regions back. */
  reset(): void;
  /** A region of `length` bytes, aligned to 16, with 16 bytes of slack behind it; −1 when there is no room. */
  region(length: number): number;
  /** Bytes that `region` could still give. */
  readonly free: number;
  /** A region holding a copy of these bytes; −1 when there is no room. */
  copyIn(bytes: Uint8Array): number;
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
  const region = (length: number): number => {
    const at = next;
    const behind = (at + length + 16 + 15) & ~15;
    if (behind > memoryBytes - 64) return -1;
    next = behind;
    return at;
  };
  return {
    form,
    run,
    bytes,
    words: new Int32Array(memory),
    reset: () => void (next = firstByte),
    region,
    get free() {
      return Math.max(0, memoryBytes - next - 128);
    },
    copyIn(source) {
      const at = region(source.length);
      if (at >= 0) bytes.set(source, at);
      return at;
    },
  };
}

function unreachable(): never {
  throw new Error('a kernel failed');
}
