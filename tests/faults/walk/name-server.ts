import { spawnSync } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How many this process has opened: each has an address of its own. */
let opened = 0;
const port = 53;
const ttlSeconds = 1;
/** Types and header bits of RFC 1035, sections 3.2.2 and 4.1.1. */
const typeA = 1;
const answered = 0x8180;

/** Every name under it, as under any other, is this machine. */
export const zone = 'walk.test';

/** A name server of the installation, which can go silent: questions are taken and not answered. */
export class NameServer {
  /** Words to put before a command, so that it and its children ask this name server alone. */
  readonly through: readonly string[];
  questions = 0;
  /** Names that it does not answer for. */
  #isSilent: (name: string) => boolean = () => false;
  readonly #socket: Socket;

  private constructor(socket: Socket, through: readonly string[]) {
    this.#socket = socket;
    this.through = through;
    socket.on('message', (question, from) => {
      this.questions++;
      if (!this.#isSilent(nameIn(question))) socket.send(answerTo(question), from.port, from.address);
    });
  }

  /** Undefined where this user may not have a resolver file of its own. The folder gets that file. */
  static async open(folder: string): Promise<NameServer | undefined> {
    const address = `127.${77 + (process.pid % 150)}.${++opened % 256}.53`;
    const file = join(folder, 'resolv.conf');
    writeFileSync(file, `nameserver ${address}\n`);
    if (spawnSync('unshare', ['-m', 'mount', '--bind', file, '/etc/resolv.conf']).status !== 0) return undefined;
    const socket = createSocket({ type: 'udp4', reuseAddr: true });
    await new Promise<void>((resolve, reject) => socket.once('error', reject).bind(port, address, resolve));
    return new NameServer(socket, ['unshare', '-m', 'sh', '-c', `mount --bind ${file} /etc/resolv.conf && exec "$0" "$@"`]);
  }

  /** From now on, for these names. */
  goSilent(isSilent: (name: string) => boolean = () => true): void {
    this.#isSilent = isSilent;
  }

  answer(): void {
    this.#isSilent = () => false;
  }

  close(): void {
    this.#socket.close();
  }
}

/** The name that is asked for (RFC 1035, section 4.1.2). */
function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; question[at]! > 0; at += question[at]! + 1) labels.push(question.toString('latin1', at + 1, at + 1 + question[at]!));
  return labels.join('.');
}

/** One address for a question of type A, none for any other. */
function answerTo(question: Buffer): Buffer {
  const end = question.indexOf(0, 12) + 5;
  const isA = question.readUInt16BE(end - 4) === typeA;
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(answered, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(isA ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const parts = [header, question.subarray(12, end)];
  // A pointer to the name of the question (RFC 1035, section 4.1.4).
  if (isA) parts.push(Buffer.from([0xc0, 0x0c, 0, typeA, 0, 1, 0, 0, 0, ttlSeconds, 0, 4, 127, 0, 0, 1]));
  return Buffer.concat(parts);
}
