import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ApiClient } from '../support/api-client.js';
import { root } from '../support/part.js';
import { createUser, PASSWORD } from '../support/people.js';
import { createProject, createTemplate, runTask } from '../support/project.js';
import { residentMb } from '../support/resident-memory.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';
import { type Experience, workAs } from './good-users.js';

const GOOD_USERS = 20;
/** Lines of 60 KB that fill most of what a log may hold. */
const WIDE_LINES = 600;
const WIDE = `line=$(head -c 60000 /dev/zero | tr '\\0' a); for i in $(seq 1 ${WIDE_LINES}); do echo "$line"; done\n`;

/** Result of a siege. */
export interface SiegeResult {
  /** Experience of the good users. */
  seen: Experience;
  /** 95th percentile of their requests, in milliseconds. */
  p95: number;
  /** Most resident memory of the api, in MB. */
  peakMb: number;
  /** Totals of the attackers, as JSON. */
  attacks: string;
}

/** Twenty users who work, and beside them a guest and a stranger who send what costs most. */
export class Siege {
  private constructor(
    readonly place: Workplace,
    private readonly templateId: number,
    private readonly users: readonly ApiClient[],
    private readonly target: object,
  ) {}

  static async open(): Promise<Siege> {
    const place = await openWorkplace({ 'run.sh': 'echo hello\n', 'wide.sh': WIDE }, { git: 'path' });
    const { client, stack, project } = place;
    const templateId = await createTemplate(client, project, { allow_parallel_tasks: true });
    const users: ApiClient[] = [];
    for (let i = 0; i < GOOD_USERS; i++) {
      const user_id = await createUser(client, `good.${i}`);
      await client.call('POST', `/project/${project.id}/users`, { user_id, role: 'task_runner' });
      users.push(await signedIn(place, `good.${i}`));
    }
    return new Siege(place, templateId, users, { address: stack.address, ...(await hostileGuest(place)) });
  }

  /** Attacks and works for so many seconds. */
  async run(seconds: number): Promise<SiegeResult> {
    const pid = this.place.stack.apis[0]?.pid ?? 0;
    let peakMb = 0;
    const sampler = setInterval(() => (peakMb = Math.max(peakMb, residentMb(pid))), 200);
    const script = join(root, 'apps/e2e/dist/hostile/main.js');
    const attack = promisify(execFile)(process.execPath, [script, JSON.stringify(this.target), String(seconds)]);
    const [{ stdout }, seen] = await Promise.all([attack, this.work(seconds)]).finally(() => clearInterval(sampler));
    return { seen, p95: p95Of(seen), peakMb, attacks: stdout.trim() };
  }

  close(): Promise<void> {
    return this.place.close();
  }

  private async work(seconds: number): Promise<Experience> {
    const seen: Experience = { times: [], tasks: [], failures: [] };
    const until = Date.now() + seconds * 1_000;
    const at = { projectId: this.place.project.id, templateId: this.templateId };
    await Promise.all(this.users.map((user) => workAs(user, at, until, seen)));
    return seen;
  }
}

const p95Of = ({ times }: Experience): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Infinity;

/** A guest of one project, which has a log of wide lines. */
async function hostileGuest(place: Workplace) {
  const { client, repository } = place;
  const user_id = await createUser(client, 'hostile');
  const own = await createProject(client, repository.path);
  const wide = await createTemplate(client, own, { playbook: 'wide.sh' });
  await client.call('POST', `/project/${own.id}/users`, { user_id, role: 'guest' });
  const wideTask = await runTask(client, own, wide);
  await client.untilEnded(own.id, wideTask, 120_000);
  const guest = await signedIn(place, 'hostile');
  return { cookie: guest.headers['cookie'], projectId: own.id, templateId: wide, wideTask };
}

async function signedIn(place: Workplace, login: string): Promise<ApiClient> {
  const user = new ApiClient(place.stack.address, 20_000);
  await user.signIn(login, PASSWORD);
  return user;
}
