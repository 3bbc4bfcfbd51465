import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { GitRepository } from '@switchyard/contracts';
import { createGitRepository } from '@switchyard/testing';
import type { ApiClient } from '../support/api-client.js';
import { createProject, createTemplate, runTask, type TestProject } from '../support/project.js';
import { TestStack } from '../support/stack.js';
import type { Row } from './report.js';
import { spread } from './statistics.js';

const [FILES, BYTES, COMMITS] = [100_000, 5_000, 11] as const;
const DIRECTORY_FILES = 1_000;
const SAMPLES = 3;

/** Tasks of a repository of 100,000 files, whose history holds 1 GB: with all of them, and with one directory. */
export async function measureLargeRepository(): Promise<Row[]> {
  const stack = await TestStack.start({ ownServer: true, runners: 1 });
  const repository = await createGitRepository({ 'run.sh': 'true\n' });
  try {
    await fill(repository.path);
    const client = await stack.admin();
    const project = await createProject(client, `file://${repository.path}`);
    const template = await createTemplate(client, project, { name: 'Large' });
    const [first] = await seconds(client, project, template, 1);
    const all = await seconds(client, project, template, SAMPLES);
    const path = `/project/${project.id}/repositories/${project.repositoryId}`;
    const row = await client.call<GitRepository>('GET', path);
    await client.call('PUT', path, { ...row, paths: ['area-7'] });
    const some = await seconds(client, project, template, SAMPLES);
    return [
      { what: 'large repository: first task of a runner', measured: `${first?.toFixed(1)} s`, target: '' },
      { what: `the same: a task with all files (n = ${SAMPLES})`, measured: `${spread(all, 1)} s`, target: '' },
      {
        what: `the same: a task with one directory of ${DIRECTORY_FILES} files (n = ${SAMPLES})`,
        measured: `${spread(some, 1)} s`,
        target: '≤ 2 s',
        met: Math.max(...some) <= 2,
      },
    ];
  } finally {
    await stack.close();
    await repository.remove();
  }
}

/** From the creation of a task to its end, its files removed. */
async function seconds(client: ApiClient, project: TestProject, template: number, count: number): Promise<number[]> {
  const taken: number[] = [];
  for (let i = 0; i < count; i++) {
    const task = await runTask(client, project, template);
    const { created, end } = await client.untilStatus(project.id, task, 'success');
    taken.push((Date.parse(end ?? '') - Date.parse(created)) / 1_000);
  }
  return taken;
}

/** Adds the files in a first commit, and commits that change a tenth each. */
async function fill(bare: string): Promise<void> {
  const git = spawn('git', ['--git-dir', bare, 'fast-import', '--quiet', '--force'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  for (let commit = 0; commit < COMMITS; commit++) {
    await write(
      git.stdin,
      `commit refs/heads/main\ncommitter Ada <ada@example.test> ${1_700_000_000 + commit} +0000\n`,
    );
    await write(git.stdin, `data 1\nx\nfrom refs/heads/main^0\n`);
    for (let file = 0; file < FILES; file++) {
      if (commit === 0 || file % (COMMITS - 1) === commit - 1) {
        await write(git.stdin, fileOf(file));
      }
    }
  }
  git.stdin.end();
  await once(git, 'close');
}

function fileOf(file: number): string {
  const directory = `area-${Math.floor(file / DIRECTORY_FILES)}/part-${Math.floor(file / 100) % 10}`;
  const content = randomBytes((BYTES / 4) * 3).toString('base64');
  return `M 100644 inline ${directory}/file-${file}.txt\ndata ${content.length}\n${content}\n`;
}

async function write(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) {
    await once(stream, 'drain');
  }
}
