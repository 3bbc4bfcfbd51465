import { closeSync, constants, lchownSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { viaOf } from '../files/confined-path.js';
import type { SocketDirectory } from '../process/place.js';
import type { AttemptUser } from './attempt-user.js';

/**
 * A directory of the user's that stays open, so that a socket is made in it and nowhere else, whatever the user puts in its place, and
 * however long its path is.
 */
export function holdSockets(path: string, real: string, { uid, gid }: AttemptUser): SocketDirectory {
  const descriptor = openSync(real, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  const bindPath = (name: string): string => join(viaOf(descriptor), name);
  return {
    path,
    bindPath,
    handOver: (name) => lchownSync(bindPath(name), uid, gid),
    close: () => Promise.resolve(closeSync(descriptor)),
  };
}
