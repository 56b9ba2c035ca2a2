import type { BatchView, Row } from '@acequia/batch';
import { fractionOf } from '../../../fields/hash-fraction.ts';

export const fractionOfEvent = (view: BatchView, row: Row): number => fractionOf(view.id(row));
