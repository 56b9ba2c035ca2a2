import type { Scene } from '../world.ts';

/** Writes the line of one event. `json` lines are objects whose members become fields. */
export interface Template {
  readonly json: boolean;
  write(scene: Scene): string;
}

export const lines = (write: (scene: Scene) => string): Template => ({ json: false, write });
export const objects = (write: (scene: Scene) => object): Template => ({ json: true, write: (scene) => JSON.stringify(write(scene)) });

/** A connection between two addresses; a port scan walks the ports of one host. */
export function flowOf({ draw, person, host, incident, step }: Scene) {
  const scan = incident === 'port-scan';
  const destinationPort = scan ? step + 1 : draw.pick([443, 443, 443, 80, 53, 22, 3389, 8443, 25, 123]);
  return {
    source: person.ip,
    sourcePort: draw.int(1024, 65_535),
    destination: scan ? '10.0.0.10' : host.ip,
    destinationPort,
    protocol: destinationPort === 53 || destinationPort === 123 ? ('udp' as const) : ('tcp' as const),
    allowed: !scan && draw.chance(0.92),
    sent: scan ? 60 : draw.int(200, 80_000),
    received: scan ? 0 : draw.int(200, 900_000),
    seconds: scan ? 0 : draw.int(1, 600),
    session: draw.int(1, 0x7fff_ffff),
  };
}

/** A log-in; a password spray fails for one person after the other. */
export function loginOf({ draw, incident }: Scene) {
  const success = incident === 'impossible-travel' || (incident !== 'password-spray' && draw.chance(0.9));
  return { success, port: draw.int(1024, 65_535), id: draw.hex(8) };
}
