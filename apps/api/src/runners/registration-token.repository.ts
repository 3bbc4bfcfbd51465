import { RunnerRegistrationToken } from '@switchyard/database';
import { type EntityManager, IsNull } from 'typeorm';

/** The latest first, up to a hundred. @param projectId `null` = those for every project */
export const listRegistrationTokens = (
  manager: EntityManager,
  projectId: number | null,
): Promise<RunnerRegistrationToken[]> =>
  manager.find(RunnerRegistrationToken, {
    where: { projectId: projectId ?? IsNull() },
    order: { id: 'DESC' },
    take: 100,
  });

export const insertRegistrationToken = (
  manager: EntityManager,
  fresh: Omit<RunnerRegistrationToken, 'id'>,
): Promise<RunnerRegistrationToken> => manager.save(manager.create(RunnerRegistrationToken, fresh));

/** The token, locked until the transaction ends. */
export const lockRegistrationToken = (
  manager: EntityManager,
  projectId: number | null,
  id: number,
): Promise<RunnerRegistrationToken | null> =>
  manager.findOne(RunnerRegistrationToken, {
    where: { id, projectId: projectId ?? IsNull() },
    lock: { mode: 'pessimistic_write' },
  });

export async function deleteRegistrationToken(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(RunnerRegistrationToken, { id });
}
