import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { StartError } from '../start-error.js';
import { postgresBinary } from './binaries.js';

/** How a PostgreSQL program is started, and whom its files belong to. */
export interface RunAs {
  /** Words in front of the program on the command line. */
  prefix: string[];
  /** Spawn options that change the user; empty when the user stays. */
  identity: { uid?: number; gid?: number };
  /** The owner the cluster's files need; undefined when the present user owns them already. */
  owner: number | undefined;
}

/** The uid and gid of `nobody` on Debian and most others; PostgreSQL needs no entry in the user table. */
const nobody = 65534;

/**
 * PostgreSQL refuses to run as root. As root it runs as `nobody`, or, where that user cannot reach the files (a checkout
 * below /root), as root's own child in a user namespace that shows it another uid.
 */
export function chooseRunAs(directory: string): RunAs {
  if (process.getuid?.() !== 0) {
    return { prefix: [], identity: {}, owner: undefined };
  }
  if (nobodyReaches(directory)) {
    return { prefix: [], identity: { uid: nobody, gid: nobody }, owner: nobody };
  }
  const prefix = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`];
  if (succeeds([...prefix, postgresBinary('postgres'), '--version'])) {
    return { prefix, identity: {}, owner: 0 };
  }
  throw new StartError(
    `PostgreSQL does not run as root and the user "nobody" cannot reach ${directory}: start as another user, ` +
      'or move the checkout and the data directory to a place that every user may enter.',
  );
}

/** Gives the files of a cluster that was last run in another way to the user that runs it now. */
export function takeOwnership(directory: string, { owner }: RunAs): void {
  if (owner !== undefined && statSync(directory).uid !== owner) {
    spawnSync('chown', ['-R', `${owner}:${owner}`, directory]);
  }
}

function nobodyReaches(directory: string): boolean {
  const asNobody = { uid: nobody, gid: nobody };
  return succeeds([postgresBinary('postgres'), '--version'], asNobody) && succeeds(['test', '-x', directory], asNobody);
}

function succeeds([command = '', ...args]: string[], identity: RunAs['identity'] = {}): boolean {
  return spawnSync(command, args, { ...identity, cwd: '/', stdio: 'ignore' }).status === 0;
}
