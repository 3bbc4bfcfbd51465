import { same } from './proofs.mjs';

/** Kernel's view of a process without rights: no capability can be had again, no new rights by programs, system calls filtered. */
const CONFINED = ['CapEff:\t0000000000000000', 'CapBnd:\t0000000000000000', 'NoNewPrivs:\t1', 'Seccomp:\t2'];

/**
 * A program writes where it must as the user it is, nowhere else even as root, and has no rights.
 * @param {(script: string) => Promise<string>} shell runs a script as root, with the files and processes that the program sees
 * @param {object} program
 * @param {number | string} program.pid
 * @param {readonly string[]} program.open its directories to write into
 * @param {readonly string[]} program.closed others
 * @param {(script: string) => Promise<string>} [program.own] runs a script as its user; default: as `shell`, where root may write into directories of others
 */
export async function proveConfined(shell, { pid, open, closed, own = shell }) {
  const status = await shell(`grep -E '^(CapEff|CapBnd|NoNewPrivs|Seccomp):' /proc/${pid}/status`);
  same(status.trim().split('\n').sort(), [...CONFINED].sort());
  for (const directory of open) {
    same(await own(`touch ${directory}/.probe && rm ${directory}/.probe && echo written`), 'written\n', directory);
  }
  for (const directory of closed) {
    const said = await shell(`touch ${directory}/.probe 2>&1 || true`);
    same(said.includes('Read-only file system'), true, `${directory}: ${said}`);
  }
}
