/** Level by what an operator must do: error = data was lost, warn = a person should look, info = a state changed, debug = for us. */
export interface Log {
  error(fields: LogFields, text: string): void;
  warn(fields: LogFields, text: string): void;
  info(fields: LogFields, text: string): void;
  debug(fields: LogFields, text: string): void;
  child(fields: LogFields): Log;
}

export type LogFields = Readonly<Record<string, unknown>>;

export const silentLog: Log = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  child: () => silentLog,
};
