import { spawn } from 'node:child_process';

/** Mounts and processes end with the first process; nothing of this machine's own is changed. */
const ISOLATED = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child', '--mount-proc', '--ipc'];

/**
 * Runs a program of Node in namespaces of its own, and kills all of its processes when it takes too long or this
 * process is to end.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ timeoutMs: number, network: boolean, env?: Record<string, string> }} options network: whether it sees this
 *   machine's network; otherwise it has one of its own, with nothing in it
 * @returns {Promise<number>} exit code
 */
export function runIsolated(file, args, { timeoutMs, network, env = {} }) {
  const options = network ? ISOLATED : [...ISOLATED, '--net', '--uts'];
  const child = spawn('unshare', [...options, process.execPath, file, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const kill = () => child.kill('SIGKILL');
  const timer = setTimeout(() => {
    console.error(`It took longer than ${timeoutMs / 60_000} minutes`);
    kill();
  }, timeoutMs);
  /** @type {const} */ (['SIGINT', 'SIGTERM']).forEach((signal) => process.once(signal, kill));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code ?? 1);
    });
  });
}
