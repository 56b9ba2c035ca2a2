import { hourMs, minuteMs } from '@acequia/base';
import type { GeneratorConfig } from './config.ts';
import { parseCustomTemplate } from './custom-template.ts';
import { createDraw } from './draw.ts';
import { parseRecording } from './recording.ts';
import { templates } from './templates/index.ts';
import type { Template } from './templates/template.ts';
import { createWorld } from './world.ts';

export interface GeneratedEvent {
  readonly seq: number;
  readonly timeMs: number;
  readonly line: string;
  /** The decoder will refuse it. */
  readonly malformed: boolean;
}

export function templateOf(config: Pick<GeneratorConfig, 'template' | 'custom' | 'recording'>): Template {
  if (config.template !== 'custom' && config.template !== 'recording') return templates[config.template];
  const parsed = config.template === 'custom' ? parseCustomTemplate(config.custom ?? '') : parseRecording(config.recording ?? '');
  return parsed.ok ? parsed.value : { json: false, write: () => '' };
}

/** The event of an index. Same settings, index and time give the same event on every worker; the time is the only thing from outside. */
export function createGenerator(config: GeneratorConfig): (index: number, nowMs: number) => GeneratedEvent {
  const template = templateOf(config);
  const scene = createWorld(config);
  return (index, nowMs) => {
    const fate = createDraw(config.seed, 3, index);
    const repeats = fate.chance(config.duplicate / 100) && index > 0;
    const seq = repeats ? index - 1 : index;
    const timeMs = fate.chance(config.late / 100) ? nowMs - fate.int(10 * minuteMs, hourMs) : nowMs;
    const line = template.write(scene(seq, timeMs));
    const malformed = fate.chance(config.malformed / 100);
    return { seq, timeMs, line: malformed ? line.slice(0, Math.max(1, Math.floor(line.length * fate.fraction()))) : line, malformed };
  };
}
