import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module, type DynamicModule } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createFastifyApp, createLogger } from '@switchyard/server';
import { InfrastructureModule } from '../../platform/infrastructure/infrastructure.module.js';
import { openApiInfrastructure } from '../../platform/infrastructure/open-infrastructure.js';
import { Client, newAccount, signIn } from '../../testing/client.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';
import { AdminOnly, Public } from './access.js';
import { AuthModule } from '../auth.module.js';
import { CurrentCaller, CurrentProject, type Caller, type ProjectAccess } from './caller.js';

@Controller('probe')
class ProbeController {
  @Get('undeclared')
  undeclared(): string {
    return 'reached';
  }

  @Get('admin')
  @AdminOnly()
  admin(@CurrentCaller() caller: Caller): string {
    return caller.username;
  }

  @Get('public')
  @Public()
  anyone(@CurrentCaller() caller: Caller): string {
    return caller.username;
  }

  @Get('no-project')
  @Public()
  noProject(@CurrentProject() project: ProjectAccess): number {
    return project.projectId;
  }
}

@Module({ imports: [AuthModule], controllers: [ProbeController] })
class ProbeModule {}

let test: TestApp;
let probe: NestFastifyApplication;

beforeAll(async () => {
  test = await startTestApp();
  const logger = createLogger({ name: 'api', level: 'silent' });
  const infrastructure = await openApiInfrastructure(test.config, logger);
  const module: DynamicModule = { module: ProbeModule, imports: [InfrastructureModule.forRoot(infrastructure)] };
  probe = await createFastifyApp(module, { logger });
  await probe.listen(0, '127.0.0.1');
});
afterAll(async () => {
  await probe.close();
  await test.close();
});

const admin = async (rank: boolean): Promise<Client> =>
  (await signIn(test, await newAccount(test, { admin: rank }))).at(await probe.getUrl());

describe('the guard', () => {
  it('should refuse a route that declares no rule, even to administrators', async () => {
    const answer = await (await admin(true)).get('/probe/undeclared');
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('"code":"not_allowed"')]);
  });

  it('should let administrators alone pass where the route is theirs', async () => {
    const stranger = new Client(await probe.getUrl());
    const statuses = [stranger, await admin(false), await admin(true)].map(
      async (c) => (await c.get('/probe/admin')).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 403, 200]);
  });

  it.each(['public', 'no-project'])('should not hand out what the rule of %s does not check', async (path) => {
    const answer = await (await admin(true)).get(`/probe/${path}`);
    expect(answer.status).toBe(500);
  });
});
