import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that the system gives to connections and to those who ask for any port (Linux: from 32,768). */
const FIRST = 10_000;
const END = 32_768;
const TRIES = 50;

const given = new Set<number>();

/**
 * A TCP port of 127.0.0.1 that nothing uses. It is drawn from a range that the system gives to nobody, so that it stays
 * free until a server is started on it; two processes that draw at the same moment hardly draw the same.
 */
export async function freePort(): Promise<number> {
  for (let i = 0; i < TRIES; i++) {
    const port = randomInt(FIRST, END);
    if (!given.has(port) && (await isFree(port))) {
      given.add(port);
      return port;
    }
  }
  throw new Error(`No free TCP port was found in ${TRIES} tries`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
