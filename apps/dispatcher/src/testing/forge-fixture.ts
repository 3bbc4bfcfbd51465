import { randomBytes } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { accessKeyContext, type KeyType, type PullRequest, TaskInput, type TaskStatus } from '@switchyard/contracts';
import { AccessKey, type GitRepository, Integration, OutboxMessage, type Task } from '@switchyard/database';
import {
  migratedDatabase,
  type MigratedDatabase,
  newAccessKey,
  newGitRepository,
  newProject,
  newTemplate,
} from '@switchyard/database/testing';
import { type Engine, launchTask, reportAwaitedCommit } from '@switchyard/engine';
import { parseSecretKey, SecretBox } from '@switchyard/server';
import { ENGINE } from '../infrastructure/infrastructure.js';
import { Outbox } from '../outbox/outbox.js';
import { startDispatcher } from './dispatcher-under-test.js';
import { NotificationSink } from './webhook-sink.js';

const SECRET_KEY = randomBytes(32).toString('base64');
const box = new SecretBox(parseSecretKey(SECRET_KEY));

/** A dispatcher beside a stand-in of a forge, and a template of a repository there. */
export class ForgeFixture {
  forge!: NotificationSink;
  projectId = 0;
  templateId = 0;
  private dispatcher: INestApplicationContext | undefined;

  private constructor(readonly database: MigratedDatabase) {}

  static async open(): Promise<ForgeFixture> {
    return new ForgeFixture(await migratedDatabase());
  }

  async begin(): Promise<void> {
    this.forge = await NotificationSink.open();
    this.projectId = (await newProject(this.database.dataSource)).id;
    await this.template();
  }

  async end(): Promise<void> {
    await this.dispatcher?.close();
    await this.forge.close();
    for (const table of ['project', 'outbox_message', 'outbox_target']) {
      await this.database.dataSource.query(`delete from ${table}`);
    }
  }

  /** A template of a repository at a Gitea that is this stand-in. */
  async template(part: Partial<GitRepository> = {}, credential: object = {}): Promise<void> {
    const { dataSource } = this.database;
    const { projectId } = this;
    const login = { type: 'login_password' as KeyType, login: '', password: 'the-token', ...credential };
    const key = await newAccessKey(dataSource, { projectId, type: login.type });
    const secret = box.seal(JSON.stringify(login), accessKeyContext(key.id));
    await dataSource.manager.update(AccessKey, { id: key.id }, { secret });
    const { id: repositoryId } = await newGitRepository(dataSource, {
      projectId,
      forge: 'gitea',
      webUrl: `${this.forge.origin}/ops/site`,
      statusKeyId: key.id,
      ...part,
    });
    const row = { projectId, repositoryId, name: 'Deploy', allowOverrideBranchInTask: true, pullRequests: true };
    ({ id: this.templateId } = await newTemplate(dataSource, row));
  }

  async start(settings: Record<string, string> = {}): Promise<void> {
    this.dispatcher = await startDispatcher({
      SWITCHYARD_DATABASE_URL: this.database.url,
      SWITCHYARD_SECRET_KEY: SECRET_KEY,
      SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1',
      SWITCHYARD_WEB_HOST: 'https://yard.example',
      ...settings,
    });
  }

  private get engine(): Engine {
    return (this.dispatcher as INestApplicationContext).get<Engine>(ENGINE);
  }

  /** Starts the template as a pull request does, else as an autorun. */
  async launch(commit_hash: string | null, pullRequest: PullRequest | null = null): Promise<Task> {
    const { projectId, templateId } = this;
    const input = TaskInput.parse({ template_id: templateId, commit_hash });
    const made = await launchTask(this.engine, await this.originOf(pullRequest), { projectId, input });
    return 'task' in made ? made.task : Promise.reject(new Error('the task is known'));
  }

  /** A delivery of a fork waits for a person. */
  awaitApproval(commit: string, deliveryId: string): Promise<void> {
    return reportAwaitedCommit(this.engine, { templateId: this.templateId, commit, deliveryId });
  }

  private async originOf(pullRequest: PullRequest | null) {
    const { projectId, templateId } = this;
    if (!pullRequest) {
      return { kind: 'autorun' } as const;
    }
    const row = { projectId, templateId, name: 'Pulls' };
    const { id: integrationId } = await this.database.dataSource.manager.save(Integration, row);
    return { kind: 'integration', integrationId, pullRequest } as const;
  }

  /** Moves a task as the engine does, without a runner. */
  async move({ id }: Pick<Task, 'id'>, from: TaskStatus, to: TaskStatus): Promise<void> {
    await this.database.dataSource.query(
      `with moved as (update task set status = $3 where id = $1 returning id, project_id)
       insert into task_event (task_id, project_id, kind, from_status, to_status, origin)
         select id, project_id, 'started', $2, $3, 'system' from moved`,
      [id, from, to],
    );
    this.engine.signals.taskChanged({ id, project_id: this.projectId } as never);
  }

  messages(): Promise<OutboxMessage[]> {
    return this.database.dataSource.getRepository(OutboxMessage).find({ order: { created: 'ASC' } });
  }

  /** Tries at once what waits for its next try. */
  async retryNow(): Promise<void> {
    await this.database.dataSource.query(`update outbox_message set next_try = now() where status = 'pending'`);
    await this.database.dataSource.query('update outbox_target set held_until = now()');
    await this.dispatcher?.get(Outbox).run();
  }
}
