import { createServer } from 'node:net';
import { waitUntil } from '@switchyard/concurrency';
import { StartError } from '../start-error.js';

/**
 * @param patienceMs how long the port may still be taken: the kernel closes the sockets of a killed process with its last
 * thread, a moment after the process itself is gone
 * @throws StartError that names the port when nothing can listen there
 */
export async function assertPortFree(host: string, port: number, patienceMs = 0): Promise<void> {
  let code: string | undefined;
  await waitUntil(async () => (code = await listenFault(host, port)) !== 'EADDRINUSE', patienceMs);
  if (code) {
    throw new StartError(explain(code, host, port));
  }
}

function listenFault(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

function explain(code: string, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program: stop it or choose another port with --port.`;
    case 'EACCES':
      return `Port ${port} needs more rights than this user has: choose one from 1024 on with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}: choose another with --host.`;
    default:
      return `Nothing can listen on port ${port} of ${host} (${code}): choose another with --port or --host.`;
  }
}
