import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createGitRepository, eventually, type TestGitRepository } from '@switchyard/testing';
import pg from 'pg';
import { createProject } from '../support/project.js';
import { TestStack } from '../support/stack.js';
import {
  createWorkspace,
  lockCall,
  readCall,
  type StateAddress,
  StateClient,
  stateBytes,
  unlockCall,
  writeCall,
} from '../support/state-client.js';

/** Long enough, of bytes that hardly shrink, that its writing can be interrupted. */
const LARGE = 16_000_000;

describe('an api that is killed while a state is written', () => {
  let stack: TestStack;
  let repository: TestGitRepository;
  let database: pg.Client;
  let at: StateAddress;
  const client = new StateClient();

  beforeAll(async () => {
    stack = await TestStack.start({ runners: 0, durable: true });
    repository = await createGitRepository({ 'run.sh': '' });
    database = new pg.Client({ connectionString: stack.postgres.url });
    await database.connect();
    const admin = await stack.admin();
    at = await createWorkspace(admin, (await createProject(admin, repository.path)).id, 'staging');
  });
  afterAll(async () => {
    await client.close();
    await database.end();
    await stack.close();
    await repository.remove();
  });

  const chunks = async (): Promise<number> => {
    const { rows } = await database.query<{ n: number }>(
      'select count(*)::int as n from blob_chunk join blob on blob.id = blob_id where not whole',
    );
    return rows[0]?.n ?? 0;
  };

  it('should leave the state before it, whole, and the lock with its holder, who can go on', async () => {
    const { address } = stack;
    const lockId = randomUUID();
    const before = stateBytes({ serial: 1, bytes: 200_000, mark: 'before' });
    const after = stateBytes({ serial: 2, bytes: LARGE, mark: randomBytes(100_000).toString('base64') });
    expect((await client.send(address, lockCall(at.path, lockId))).status).toBe(200);
    expect((await client.send(address, writeCall(at.path, before, lockId))).status).toBe(200);

    const broken = client.send(address, writeCall(at.path, after, lockId)).then(
      ({ status }) => status,
      () => null,
    );
    await eventually(async () => expect(await chunks()).toBeGreaterThan(4), { interval: 5 });
    await stack.apis[0]?.kill();
    expect(await broken).toBeNull();
    stack.apis[0]?.start();
    await stack.untilReady();

    expect((await client.send(address, readCall(at.path))).body.equals(before)).toBe(true);
    expect((await client.send(address, lockCall(at.path, randomUUID()))).status).toBe(423);
    expect((await client.send(address, writeCall(at.path, after, lockId))).status).toBe(200);
    expect((await client.send(address, readCall(at.path))).body.equals(after)).toBe(true);
    expect((await client.send(address, unlockCall(at.path, lockId))).status).toBe(200);
  });

  it('should refuse a write whose bytes come after it is known that its sender has no lock', async () => {
    const { address } = stack;
    const state = stateBytes({ serial: 3, bytes: 1_000, mark: 'late' });
    const lockId = randomUUID();
    expect((await client.send(address, lockCall(at.path, lockId))).status).toBe(200);
    const known = async (): Promise<void> => {
      for (let calls = 0; calls < 5; calls++) {
        await client.send(address, readCall(at.path));
      }
    };
    expect(await client.sendInParts(address, writeCall(at.path, state), known)).toBe(409);
    expect((await client.send(address, unlockCall(at.path, lockId))).status).toBe(200);
  });
});
