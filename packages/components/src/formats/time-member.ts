import { compileTimePattern, parseRfc3339 } from '@acequia/event';

/** The member that carries the event's time. */
export interface TimeMember {
  readonly name: string;
  /** ns since 1970; undefined when it cannot be read. */
  read(text: string): bigint | undefined;
}

/** The member that the shared group `decode` names; undefined when it names none. */
export function timeMember(config: {
  readonly timeField?: string | undefined;
  readonly timeFormat?: string | undefined;
  readonly timezone: string;
}): TimeMember | undefined {
  if (config.timeField === undefined) return undefined;
  const pattern = compileTimePattern(config.timeFormat ?? 'RFC3339');
  const options = { tz: config.timezone };
  return {
    name: config.timeField,
    read(text) {
      if (config.timeFormat === undefined) return parseRfc3339(text);
      const parsed = pattern.ok ? pattern.value.parse(text, options) : undefined;
      return parsed?.ok ? parsed.value : undefined;
    },
  };
}
