import { dayMs, hourMs, minuteMs, secondMs } from '@acequia/base';
import type { GeneratorConfig } from './config.ts';

const rampMs = 10 * minuteMs;

/** What the rate is multiplied with. Every shape but `ramp` has a mean of 1. */
export function shapeFactor(shape: GeneratorConfig['shape'], wallMs: number, runningMs: number): number {
  switch (shape) {
    case 'constant':
      return 1;
    case 'daily':
      return 1 - dayAndNight(wallMs);
    case 'mild':
      return 1 - dayAndNight(wallMs) / 4;
    case 'burst':
      return wallMs % minuteMs < 10 * secondMs ? 5 : 0.2;
    case 'ramp':
      return Math.min(1, runningMs / rampMs);
  }
}

/** 1 at 04:00 UTC, -1 at 16:00. */
const dayAndNight = (wallMs: number): number => Math.cos((2 * Math.PI * (wallMs - 4 * hourMs)) / dayMs);
