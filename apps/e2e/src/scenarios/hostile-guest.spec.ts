import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Task } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import { residentMb } from '../support/resident-memory.js';
import { type Experience, workAs } from '../hostile/good-users.js';
import { ApiClient } from '../support/api-client.js';
import { root } from '../support/part.js';
import { createUser, PASSWORD } from '../support/people.js';
import { createProject, createTemplate, runTask } from '../support/project.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

const GOOD_USERS = 20;
const SECONDS = 20;
/** Lines of 60 KB that fill most of what a log may hold. */
const WIDE_LINES = 600;
const MAX_API_MB = 600;

const WIDE = `line=$(head -c 60000 /dev/zero | tr '\\0' a); for i in $(seq 1 ${WIDE_LINES}); do echo "$line"; done\n`;

let place: Workplace;
let templateId: number;
let target: object;
const users: ApiClient[] = [];

beforeAll(async () => {
  place = await openWorkplace({ 'run.sh': 'echo hello\n', 'wide.sh': WIDE }, { git: 'path' });
  const { client, stack, project } = place;
  templateId = await createTemplate(client, project, { allow_parallel_tasks: true });
  for (let i = 0; i < GOOD_USERS; i++) {
    const user_id = await createUser(client, `good.${i}`);
    await client.call('POST', `/project/${project.id}/users`, { user_id, role: 'task_runner' });
    users.push(await signedIn(`good.${i}`));
  }
  target = { address: stack.address, ...(await hostileGuest()) };
});
afterAll(() => place.close());

it('should serve twenty users while a guest and a stranger send what costs most', async () => {
  const { stack } = place;
  const api = stack.apis[0];
  let peak = 0;
  const sampler = setInterval(() => (peak = Math.max(peak, residentMb(api?.pid ?? 0))), 200);
  const script = join(root, 'apps/e2e/dist/hostile/main.js');
  const attack = promisify(execFile)(process.execPath, [script, JSON.stringify(target), String(SECONDS)]);
  const [{ stdout }, seen] = await Promise.all([attack, work(SECONDS)]).finally(() => clearInterval(sampler));
  process.stdout.write(
    `figure: hostile guest: p95 ${p95Of(seen).toFixed(0)} ms of ${seen.times.length} requests, api ${peak.toFixed(0)} MB, ${stdout}`,
  );
  expect(seen.failures).toEqual([]);
  expect(peak).toBeLessThan(MAX_API_MB);
  await eventually(async () => (await statuses(seen.tasks)).every((status) => status === 'success'), {
    timeout: 60_000,
  });
  expect(stack.parts.every(({ running }) => running)).toBe(true);
});

/** What the good users see who work for so many seconds. */
async function work(seconds: number): Promise<Experience> {
  const seen: Experience = { times: [], tasks: [], failures: [] };
  const until = Date.now() + seconds * 1_000;
  const at = { projectId: place.project.id, templateId };
  await Promise.all(users.map((user) => workAs(user, at, until, seen)));
  return seen;
}

const p95Of = ({ times }: Experience): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Infinity;

/** A guest of one project, which has a log of wide lines. */
async function hostileGuest() {
  const { client, repository } = place;
  const user_id = await createUser(client, 'hostile');
  const own = await createProject(client, repository.path);
  const wide = await createTemplate(client, own, { playbook: 'wide.sh' });
  await client.call('POST', `/project/${own.id}/users`, { user_id, role: 'guest' });
  const wideTask = await runTask(client, own, wide);
  await client.untilEnded(own.id, wideTask, 120_000);
  const guest = await signedIn('hostile');
  return { cookie: guest.headers['cookie'], projectId: own.id, templateId: wide, wideTask };
}

async function statuses(tasks: readonly number[]): Promise<Task['status'][]> {
  const found: Task['status'][] = [];
  for (const id of tasks) {
    found.push((await place.client.task(place.project.id, id)).status);
  }
  return found;
}

async function signedIn(login: string): Promise<ApiClient> {
  const user = new ApiClient(place.stack.address, 20_000);
  await user.signIn(login, PASSWORD);
  return user;
}
