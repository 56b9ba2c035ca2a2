import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { err, type Result } from '@acequia/base';
import { parsePipelineFile, type PipelineFile } from './pipeline-file.ts';

/** The pipeline of a file; the fault is one line for a person, with the path. */
export function readPipelineFile(path: string): Result<PipelineFile, string> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return err(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const file = parsePipelineFile(text, dirname(path));
  return file.ok ? file : err(`${path}: ${file.error}`);
}
