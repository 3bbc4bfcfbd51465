import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { SocketDirectory } from '../process/place.js';
import type { SshKey } from './ssh-key.js';
import { sshSignature } from './ssh-signature.js';
import { sshString, uint32, WireReader } from './ssh-wire.js';

/** Message numbers of draft-miller-ssh-agent, section 6.1. */
const FAILURE = 5;
const REQUEST_IDENTITIES = 11;
const IDENTITIES_ANSWER = 12;
const SIGN_REQUEST = 13;
const SIGN_RESPONSE = 14;

const LONGEST_MESSAGE = 256 * 1024;
/** The socket is made, within the call to listen, for its owner alone. */
const PRIVATE = 0o177;

/** A running ssh agent. */
export interface SshAgent {
  socketPath: string;
  close(): Promise<void>;
}

/**
 * Starts an ssh agent inside this process, so that a private key is never written to a file. It lists its keys and
 * signs; every other request is answered with a failure, which ssh takes for "not supported".
 * @param name of its socket, which only the user of the attempt may use
 */
export async function startSshAgent(
  sockets: SocketDirectory,
  name: string,
  keys: readonly SshKey[],
): Promise<SshAgent> {
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    socket.on('error', () => socket.destroy());
    serve(socket, keys);
  });
  await listen(server, sockets.bindPath(name));
  sockets.handOver(name);
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      connections.forEach((socket) => socket.destroy());
    });
  return { socketPath: join(sockets.path, name), close };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const before = process.umask(PRIVATE);
    server.listen(path, resolve);
    process.umask(before);
  });
}

function serve(socket: Socket, keys: readonly SshKey[]): void {
  let pending = Buffer.alloc(0);
  socket.on('data', (bytes) => {
    pending = Buffer.concat([pending, bytes]);
    while (pending.length >= 4) {
      const length = pending.readUInt32BE(0);
      if (length > LONGEST_MESSAGE) {
        socket.destroy();
        return;
      }
      if (pending.length < 4 + length) {
        return;
      }
      socket.write(sshString(answer(pending.subarray(4, 4 + length), keys)));
      pending = pending.subarray(4 + length);
    }
  });
}

function answer(message: Buffer, keys: readonly SshKey[]): Buffer {
  try {
    const reader = new WireReader(message);
    switch (reader.byte()) {
      case REQUEST_IDENTITIES:
        return identities(keys);
      case SIGN_REQUEST:
        return signature(reader, keys);
      default:
        return Buffer.from([FAILURE]);
    }
  } catch {
    return Buffer.from([FAILURE]);
  }
}

function identities(keys: readonly SshKey[]): Buffer {
  const listed = keys.flatMap((key) => [sshString(key.blob), sshString('switchyard')]);
  return Buffer.concat([Buffer.from([IDENTITIES_ANSWER]), uint32(keys.length), ...listed]);
}

function signature(request: WireReader, keys: readonly SshKey[]): Buffer {
  const blob = request.string();
  const data = request.string();
  const key = keys.find((candidate) => candidate.blob.equals(blob));
  if (!key) {
    return Buffer.from([FAILURE]);
  }
  return Buffer.concat([Buffer.from([SIGN_RESPONSE]), sshString(sshSignature(key, data, request.uint32()))]);
}
