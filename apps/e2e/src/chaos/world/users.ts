import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient } from '../../support/api-client.js';
import type { Random } from '../random.js';
import type { Journal } from './journal.js';
import type { Poison } from './poisons.js';
import type { Launchable, Work } from './projects.js';
import type { WebhookSender } from './webhooks.js';

/** People, each with work that repeats. */
const PEOPLE = 8;
/** With so many tasks of a template waiting nobody launches more. */
const MOST_WAITING = 20;
const MOST_WAITING_NOISY = 120;
const RECENT = 60;
/** Share of the tasks that can never be given to a runner. */
const POISONED = 1 / 50;

interface Habit {
  name: keyof Work | 'stop' | 'decide' | 'webhook';
  weight: number;
}

/** The noisy project is used until its queue is full, about ten times as often as the quiet one. */
const HABITS: readonly Habit[] = [
  { name: 'noisy', weight: 40 },
  { name: 'quiet', weight: 1 },
  { name: 'limited', weight: 12 },
  { name: 'exclusive', weight: 2 },
  { name: 'planned', weight: 5 },
  { name: 'real', weight: 2 },
  { name: 'stop', weight: 6 },
  { name: 'decide', weight: 8 },
  { name: 'webhook', weight: 8 },
];

interface Task extends Launchable {
  id: number;
}

export interface UsersOptions {
  /** One per api. */
  clients: readonly ApiClient[];
  work: Work;
  poisons: readonly Poison[];
  random: Random;
  journal: Journal;
  webhooks: WebhookSender;
  /** Tasks that wait for a runner, by template; null when the database does not answer. */
  countWaiting: () => Promise<ReadonlyMap<number, number> | null>;
}

/** People who start, stop, confirm and reject tasks at whichever api answers. A call that fails is forgotten. */
export class Users {
  private readonly recent: Task[] = [];
  private readonly planned: Task[] = [];
  private waiting: ReadonlyMap<number, number> | null = null;

  constructor(private readonly options: UsersOptions) {}

  /** Resolves when the signal was aborted and the last call is over. */
  async run(over: AbortSignal): Promise<void> {
    await Promise.all([this.watch(over), ...Array.from({ length: PEOPLE }, () => this.work(over))]);
  }

  private async watch(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      this.waiting = await this.options.countWaiting();
      await sleep(500, over);
    }
  }

  private async work(over: AbortSignal): Promise<void> {
    const { random, journal } = this.options;
    while (!over.aborted) {
      const { name } = random.weighted(HABITS);
      try {
        await this.act(name);
      } catch {
        journal.count('failed calls');
        await sleep(200, over);
      }
      await sleep(random.between(0, 200), over);
    }
  }

  private act(habit: Habit['name']): Promise<void> {
    switch (habit) {
      case 'stop':
        return this.stop();
      case 'decide':
        return this.decide();
      case 'webhook':
        return this.options.webhooks.send();
      default:
        return this.launch(habit);
    }
  }

  private async launch(kind: keyof Work): Promise<void> {
    const { work, journal } = this.options;
    const { projectId, templateId } = work[kind];
    const most = kind === 'noisy' ? MOST_WAITING_NOISY : MOST_WAITING;
    if (!this.waiting || (this.waiting.get(templateId) ?? 0) > most) {
      return;
    }
    if (this.options.random.chance(POISONED)) {
      return this.launchPoisoned();
    }
    const id = await this.create({ projectId, templateId });
    journal.count(kind);
    this.recent.push({ id, projectId, templateId });
    if (kind === 'planned') {
      this.planned.push({ id, projectId, templateId });
    }
    this.recent.splice(0, this.recent.length - RECENT);
  }

  /** Nobody stops it: it is to end by itself. */
  private async launchPoisoned(): Promise<void> {
    const { poisons, random, journal } = this.options;
    await this.create(random.pick(poisons));
    journal.count('poisoned');
  }

  private async create({ projectId, templateId }: Launchable): Promise<number> {
    const id = await this.client().create(`/project/${projectId}/tasks`, { template_id: templateId });
    this.options.journal.accepted.add(id);
    return id;
  }

  private async stop(): Promise<void> {
    const { random, journal } = this.options;
    if (this.recent.length > 0) {
      const { projectId, id } = random.pick(this.recent);
      await this.client().call('POST', `/project/${projectId}/tasks/${id}/stop`, { force: random.chance(0.3) });
      journal.count('stop');
    }
  }

  /** Some decide twice, at two apis at once. */
  private async decide(): Promise<void> {
    const { random } = this.options;
    const task = this.planned.shift();
    if (!task) {
      return;
    }
    const { status } = await this.client().task(task.projectId, task.id);
    if (['waiting', 'starting', 'running'].includes(status)) {
      this.planned.push(task);
      return;
    }
    const decisions = [random.chance(0.8) ? 'confirm' : 'reject', ...(random.chance(0.3) ? ['reject'] : [])];
    const path = `/project/${task.projectId}/tasks/${task.id}`;
    await Promise.all(decisions.map((verb) => this.client().send('POST', `${path}/${verb}`)));
    this.options.journal.count('decide');
  }

  private client(): ApiClient {
    return this.options.random.pick(this.options.clients);
  }
}

async function sleep(ms: number, over: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal: over }).catch(() => undefined);
}
