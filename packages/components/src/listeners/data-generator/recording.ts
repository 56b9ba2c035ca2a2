import { err, ok, type Result } from '@acequia/base';
import { parseCustomTemplate } from './custom-template.ts';
import type { Template } from './templates/template.ts';
import { apache, iso, legacy } from './times.ts';

/** As in JSON and RFC 5424, in access logs, in old syslog and in firewall logs. */
const times =
  /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d))|(\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4})|((?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d\d:\d\d:\d\d)|(date=\d{4}-\d\d-\d\d time=\d\d:\d\d:\d\d)/g;

/** The line with every time in it set to a moment, in the form that it has there. */
function atTime(line: string, ms: number): string {
  return line.replace(times, (_, stamp?: string, access?: string, syslog?: string) => {
    if (stamp !== undefined) return stamp.includes('.') ? iso(ms) : `${iso(ms).slice(0, 19)}Z`;
    if (access !== undefined) return apache(ms);
    if (syslog !== undefined) return legacy(ms);
    const [date, clock] = iso(ms).slice(0, 19).split('T');
    return `date=${date} time=${clock}`;
  });
}

/**
 * The lines of a log, one event each, in turn and from the start again, with the time of the event in place of their own. They may
 * have the calls of a custom template. When all are objects of JSON, they are spread into fields. Error: offset of the fault.
 */
export function parseRecording(source: string): Result<Template, number> {
  const lines: Template[] = [];
  let at = 0;
  for (const line of source.split('\n')) {
    if (line.trim() !== '') {
      const parsed = parseCustomTemplate(line);
      if (!parsed.ok) return err(at + parsed.error);
      lines.push(parsed.value);
    }
    at += line.length + 1;
  }
  if (lines.length === 0) return err(0);
  return ok({
    json: lines.every(({ json }) => json),
    write: (scene) => atTime(lines[scene.index % lines.length]!.write(scene), scene.timeMs),
  });
}
