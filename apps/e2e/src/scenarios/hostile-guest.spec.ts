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
const SECONDS = 40;
/** Lines of 60 KB that fill most of what a log may hold. */
const WIDE_LINES = 600;
const MAX_P95_MS = 500;
const MAX_API_MB = 600;

const WIDE = `line=$(head -c 60000 /dev/zero | tr '\\0' a); for i in $(seq 1 ${WIDE_LINES}); do echo "$line"; done\n`;

let place: Workplace;

beforeAll(async () => {
  place = await openWorkplace({ 'run.sh': 'echo hello\n', 'wide.sh': WIDE }, { git: 'path' });
});
afterAll(() => place.close());

it('should serve twenty users while a guest and a stranger send what costs most', async () => {
  const { client, stack, project } = place;
  const templateId = await createTemplate(client, project, { allow_parallel_tasks: true });
  const users: ApiClient[] = [];
  for (let i = 0; i < GOOD_USERS; i++) {
    const user_id = await createUser(client, `good.${i}`);
    await client.call('POST', `/project/${project.id}/users`, { user_id, role: 'task_runner' });
    users.push(await signedIn(`good.${i}`));
  }
  const target = { address: stack.address, ...(await hostileGuest()) };
  const api = stack.apis[0];
  let peak = 0;
  const sampler = setInterval(() => (peak = Math.max(peak, residentMb(api?.pid ?? 0))), 200);
  const script = join(root, 'apps/e2e/dist/hostile/main.js');
  const attack = promisify(execFile)(process.execPath, [script, JSON.stringify(target), String(SECONDS)]);
  const seen: Experience = { times: [], tasks: [], failures: [] };
  const at = { projectId: project.id, templateId };
  const until = Date.now() + SECONDS * 1_000;
  const work = Promise.all(users.map((user) => workAs(user, at, until, seen)));
  const [{ stdout }] = await Promise.all([attack, work]).finally(() => clearInterval(sampler));
  const p95 = seen.times.toSorted((a, b) => a - b)[Math.floor(seen.times.length * 0.95)] ?? Infinity;
  process.stdout.write(`p95 ${p95.toFixed(0)} ms of ${seen.times.length}, api ${peak.toFixed(0)} MB, ${stdout}`);
  expect(seen.failures).toEqual([]);
  expect(p95).toBeLessThan(MAX_P95_MS);
  expect(peak).toBeLessThan(MAX_API_MB);
  await eventually(async () => (await statuses(seen.tasks)).every((status) => status === 'success'), {
    timeout: 60_000,
  });
  expect(stack.parts.every(({ running }) => running)).toBe(true);
});

/** A guest of one project, which has a log of wide lines. */
async function hostileGuest() {
  const { client, repository } = place;
  const user_id = await createUser(client, 'hostile');
  const own = await createProject(client, repository.path);
  const templateId = await createTemplate(client, own, { playbook: 'wide.sh' });
  await client.call('POST', `/project/${own.id}/users`, { user_id, role: 'guest' });
  const wideTask = await runTask(client, own, templateId);
  await client.untilEnded(own.id, wideTask, 120_000);
  const guest = await signedIn('hostile');
  return { cookie: guest.headers['cookie'], projectId: own.id, templateId, wideTask };
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
