import { serverSettings } from '../server/server-client.ts';
import { ServerRefusal, streamCode } from '../server/server-refusal.ts';
import { withServer } from '../server/with-server.ts';

const usage = [
  "Usage: acequia api <operation> ['<input as JSON>']",
  '  Calls an operation of the server, such as pipelines:list, and prints the answer as JSON.',
  '  docs/reference/operations.md lists all operations and their inputs.',
  'Environment variables:',
  ...serverSettings,
];

const operationName = /^[A-Za-z]+:[A-Za-z]+$/;

/** `acequia api`: one call. Exit code 2 when it could not be made or was refused. */
export async function apiCommand(
  args: readonly string[],
  print: (line: string) => void,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> {
  const [operation = '', text = '{}', ...more] = args;
  const input = inputOf(text);
  if (!operationName.test(operation) || input === undefined || more.length > 0) {
    print(usage.join('\n'));
    return 2;
  }
  return withServer(env, print, async (server) => {
    try {
      print(JSON.stringify(await server.call<unknown>(operation, input), undefined, 2));
      return 0;
    } catch (error) {
      if (!(error instanceof ServerRefusal) || error.code !== streamCode) throw error;
      print(`${operation} answers with a stream, which is not read here.`);
      return 2;
    }
  });
}

/** Undefined for what is no JSON object. */
function inputOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
