import { readdirSync, readFileSync } from 'node:fs';

const pageBytes = 4096;
const bytesPerMb = 1e6;

/** Resident memory (proc(5), statm). */
export function processMemoryMb(pid: number): number {
  return (Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * pageBytes) / bytesPerMb;
}

export const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
