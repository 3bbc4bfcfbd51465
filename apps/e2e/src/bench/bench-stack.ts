import { createGitRepository, type RepositoryFiles, type TestGitRepository } from '@switchyard/testing';
import type { ApiClient } from '../support/api-client.js';
import { createProject, createTemplate, type TestProject } from '../support/project.js';
import { TestStack } from '../support/stack.js';

/** Prints `$1` lines of 110 bytes, coloured, as fast as the pipe takes them. */
const FLOOD = `awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++) printf "\\033[0;32mok: [web-%04d.example.com]\\033[0m => item %08d of a long run, checksum %08x, state present, change\\n", i % 500, i, (i * 2654435) % 4294967296 }'\n`;

/** Prints lines at a pace of `$1` a second for `$2` seconds; each begins with its time of printing in milliseconds. */
const PACED = `exec '${process.execPath}' pace.js "$1" "$2"\n`;
const PACE = `
const [rate, seconds] = process.argv.slice(2).map(Number);
const start = performance.now();
let printed = 0;
const timer = setInterval(() => {
  const due = Math.min(rate * seconds, Math.floor(((performance.now() - start) / 1000) * rate));
  let text = '';
  for (; printed < due; printed++) text += (performance.timeOrigin + performance.now()).toFixed(3) + ' line ' + printed + ' ' + 'x'.repeat(80) + '\\n';
  if (text) require('fs').writeSync(1, text);
  if (printed >= rate * seconds) clearInterval(timer);
}, 4);
`;

/** A tool that ends on TERM, and one that ignores it and hides a child in another session; `$1` marks both. */
const OBEDIENT = 'echo ready\nexec sleep "1000000.$1"\n';
const STUBBORN = `trap '' TERM\n(setsid sleep "1000000.$1" &)\necho ready\nwhile true; do sleep "1000000.$1"; done\n`;

/** Playbook with which the overhead of a task around `ansible-playbook` is measured. */
export const PLAYBOOK = `- hosts: all
  gather_facts: false
  tasks:
    - ansible.builtin.command: echo hello
    - ansible.builtin.debug:
        msg: done
`;

const FILES: RepositoryFiles = {
  'site.yml': PLAYBOOK,
  'spawn.sh': 'echo "$EPOCHREALTIME"\n',
  'slot.sh': 'echo "start $EPOCHREALTIME"\nsleep 0.4\necho "end $EPOCHREALTIME"\n',
  'flood.sh': FLOOD,
  'paced.sh': PACED,
  'pace.js': PACE,
  'obedient.sh': OBEDIENT,
  'stubborn.sh': STUBBORN,
};

/** A running stack with one project whose repository holds the scripts of the bench. */
export interface BenchStack {
  stack: TestStack;
  client: ApiClient;
  project: TestProject;
  template(playbook: string, args?: readonly string[]): Promise<number>;
  close(): Promise<void>;
}

export async function startBenchStack(): Promise<BenchStack> {
  const stack = await TestStack.start({ ownServer: true, separated: true });
  const repository: TestGitRepository = await createGitRepository(FILES);
  const client = await stack.admin();
  const project = await createProject(client, `file://${repository.path}`);
  return {
    stack,
    client,
    project,
    template: (playbook, args = []) =>
      createTemplate(client, project, {
        name: playbook,
        playbook,
        arguments: JSON.stringify(args),
        allow_parallel_tasks: true,
      }),
    async close() {
      await stack.close();
      await repository.remove();
    },
  };
}
