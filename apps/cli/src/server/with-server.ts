import { describeRefusal } from './describe-refusal.ts';
import { connectServer, type ServerClient } from './server-client.ts';
import { ServerRefusal } from './server-refusal.ts';

type Print = (line: string) => void;

/** Logs in, does the work, logs out. What the server refuses is told in a line and ends with exit code 2, as does a server that lets nobody in. */
export async function withServer(
  env: Readonly<Record<string, string | undefined>>,
  print: Print,
  work: (server: ServerClient) => Promise<number>,
): Promise<number> {
  const server = await connectServer(env);
  if (!server.ok) {
    print(server.error);
    return 2;
  }
  try {
    return await work(server.value);
  } catch (error) {
    if (!(error instanceof ServerRefusal)) throw error;
    print(describeRefusal(error));
    return 2;
  } finally {
    await server.value.close();
  }
}
