import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type LoginClient, SignIn } from '../../auth/sessions/sign-in.service.js';
import { clientNetwork } from '../../auth/throttle/client-network.js';
import { LoginThrottle } from '../../auth/throttle/login-throttle.js';
import type { ApiConfig } from '../../platform/config.js';
import { notFound, refusal } from '../../platform/http/refusals.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { addVisitor, countVisitors, holdDemoProject, removeIdleVisitors } from './demo.repository.js';

/** Most visitors at a time. */
const MAX_VISITORS = 1_000;
const NAME_BYTES = 4;

/** People who look at a demo: each has an account without a password, until the first reset after his last request. */
@Injectable()
export class Visitors {
  constructor(
    private readonly dataSource: DataSource,
    private readonly signIn: SignIn,
    private readonly throttle: LoginThrottle,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /**
   * Answers the secret of the session of a new visitor.
   * @throws TooManyTries for a network that sends many; 404 where there is no demo, 429 when it is full
   */
  async enter(client: LoginClient): Promise<string> {
    if (!this.config.SWITCHYARD_DEMO) {
      throw notFound();
    }
    await this.throttle.startTrial('visitor', `visitor of ${clientNetwork(client.ip)}`, client.ip);
    const userId = await this.dataSource.transaction((manager) => this.add(manager));
    const session = await this.signIn.open(userId, { by: 'provider' }, client);
    if (session === null) {
      throw refusal(429, 'demo_full');
    }
    return session.secret;
  }

  private async add(manager: EntityManager): Promise<number> {
    const projectId = await holdDemoProject(manager);
    if (projectId === null || !(await this.hasRoom(manager))) {
      throw refusal(429, 'demo_full');
    }
    return addVisitor(manager, projectId, randomBytes(NAME_BYTES).toString('hex'));
  }

  private async hasRoom(manager: EntityManager): Promise<boolean> {
    if ((await countVisitors(manager)) < MAX_VISITORS) {
      return true;
    }
    await removeIdleVisitors(manager);
    return (await countVisitors(manager)) < MAX_VISITORS;
  }
}
