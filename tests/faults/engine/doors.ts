import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** A way in for events: a listener as its senders meet it. */
export interface Door {
  /** Whether the listener has acknowledged all of them. */
  send(texts: readonly string[]): Promise<boolean>;
  close(): void;
}

const host = '127.0.0.1';
/** Unanswered for so long counts as not acknowledged. */
const timeoutMs = 5_000;
const socketsMax = 64;

/** Lines as the body of a POST; each line `copies` times. */
export function httpLines(port: number, copies = 1): Door {
  const agent = new Agent({ keepAlive: true, maxSockets: socketsMax });
  return {
    send: (texts) =>
      post(
        agent,
        port,
        '/',
        Array.from({ length: copies }, () => texts)
          .flat()
          .join('\n'),
      ),
    close: () => agent.destroy(),
  };
}

/** Log records of OTLP/HTTP in JSON, one an event. */
export function otlpLogs(port: number): Door {
  const agent = new Agent({ keepAlive: true, maxSockets: socketsMax });
  return {
    send: (texts) => {
      const logRecords = texts.map((stringValue) => ({ body: { stringValue } }));
      return post(agent, port, '/v1/logs', JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }));
    },
    close: () => agent.destroy(),
  };
}

/** Lines over TCP to a listener that answers each with a `+`. One batch at a time on a connection. */
export function tcpLines(port: number): Door {
  const idle: Socket[] = [];
  const all = new Set<Socket>();
  const open = (): Socket => {
    const socket = connect(port, host);
    socket.on('error', () => undefined);
    all.add(socket);
    return socket;
  };
  return {
    send: (texts) =>
      new Promise((resolve) => {
        const socket = idle.pop() ?? open();
        let left = texts.length;
        const end = (isTaken: boolean): void => {
          clearTimeout(timer);
          socket.off('data', hear).off('error', fail).off('close', fail);
          if (isTaken) idle.push(socket);
          else {
            all.delete(socket);
            socket.destroy();
          }
          resolve(isTaken);
        };
        const fail = (): void => end(false);
        const hear = (answer: Buffer): void => {
          for (const sum of answer.toString().split('\n').filter(Boolean)) left -= Number(sum);
          if (left === 0) end(true);
        };
        const timer = setTimeout(fail, timeoutMs);
        socket.on('data', hear).on('error', fail).on('close', fail);
        socket.write(texts.map((text) => `${text}\n`).join(''));
      }),
    close: () => all.forEach((socket) => socket.destroy()),
  };
}

function post(agent: Agent, port: number, path: string, body: string): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { 'content-type': path === '/' ? 'text/plain' : 'application/json' };
    const sent = request({ host, port, path, method: 'POST', agent, headers, timeout: timeoutMs }, (answer) => {
      answer.resume().on('close', () => resolve(answer.statusCode === 200));
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(false));
    sent.end(body);
  });
}
