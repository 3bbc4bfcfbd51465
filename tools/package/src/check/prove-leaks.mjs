import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../paths.mjs';
import { same } from './proofs.mjs';

const PROGRAMS = path.join(root, 'libs/testing/leaks');
/** Ends what the first task has hidden; in brackets, so that the search does not find itself. */
export const END_HIDDEN = `for task in $(grep -ls 'canary-that-[h]ides' /proc/[0-9]*/task/*/cmdline); do
  task=\${task#/proc/}; kill -9 "\${task%%/*}" 2>/dev/null || true
done`;

/**
 * A shell script that makes a repository of the programs that leave something and look for it.
 * @param {string} directory
 */
export async function leakRepository(directory) {
  const files = ['leave.py', 'look.py'].map(async (name) => {
    const text = await readFile(path.join(PROGRAMS, name), 'base64');
    return `echo ${text} | base64 -d >${name}`;
  });
  return `git init -qb main ${directory} && cd ${directory}
    ${(await Promise.all(files)).join('\n')}
    git add . && git -c user.name=a -c user.email=a@b.c commit -qm leaks`;
}

/**
 * Runs the first task, and another one beside it and after it: both find what the threat model says of the setting, no more and no less.
 * @param {import('./client.mjs').Client} client
 * @param {string} repository its directory on the machine of the runner
 * @param {'root' | 'image' | 'unit'} setting
 */
export async function proveLeaks(client, repository, setting) {
  const [leave, look] = [
    await client.createTemplate(`file://${repository}`, { app: 'python', playbook: 'leave.py' }),
    await client.createTemplate(`file://${repository}`, { app: 'python', playbook: 'look.py' }),
  ];
  const found = async () => {
    const log = await client.logOf(look.project, await client.launch(look));
    same(log.includes('looked'), true, log);
    return [...log.matchAll(/^FOUND (.*)$/gm)].map(([, leak]) => leak);
  };
  const first = await client.launch(leave);
  await client.printed(leave.project, first, 'left');
  const beside = await found();
  await client.call('POST', `/project/${leave.project}/tasks/${first}/stop`, {});
  await client.logOf(leave.project, first, 'stopped');
  const ways = JSON.parse(await readFile(path.join(PROGRAMS, 'open-ways.json'), 'utf8'));
  same({ beside, later: await found() }, ways[setting]);
}
