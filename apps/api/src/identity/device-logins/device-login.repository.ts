import { DeviceLogin } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** Stores a sign-in, and forgets those that have ended. False when too many wait: of all, or from this address. */
export async function insertDeviceLogin(
  manager: EntityManager,
  login: Pick<DeviceLogin, 'id' | 'userCode' | 'name' | 'ip'>,
  { seconds, most, mostOfAddress }: { seconds: number; most: number; mostOfAddress: number },
): Promise<boolean> {
  await manager.query('delete from device_login where expires < now()');
  const stored = await manager.query<unknown[]>(
    `insert into device_login (id, user_code, name, ip, expires)
     select $1, $2, $3, $4, now() + make_interval(secs => $5)
      where (select count(*) from device_login) < $6 and (select count(*) from device_login where ip = $4) < $7
     returning id`,
    [login.id, login.userCode, login.name, login.ip, seconds, most, mostOfAddress],
  );
  return stored.length > 0;
}

/** A sign-in that nobody has decided about. */
export async function findWaiting(
  manager: EntityManager,
  userCode: string,
): Promise<Pick<DeviceLogin, 'name' | 'ip' | 'created'> | null> {
  const [row] = await manager.query<Pick<DeviceLogin, 'name' | 'ip' | 'created'>[]>(
    'select name, ip, created from device_login where user_code = $1 and user_id is null and expires > now()',
    [userCode],
  );
  return row ?? null;
}

/** Confirms a sign-in for a user, once. */
export async function confirmWaiting(manager: EntityManager, userCode: string, userId: number): Promise<boolean> {
  const [, count] = await manager.query<[unknown, number]>(
    'update device_login set user_id = $2 where user_code = $1 and user_id is null and expires > now()',
    [userCode, userId],
  );
  return count > 0;
}

/** Ends a sign-in that nobody has confirmed. */
export async function refuseWaiting(manager: EntityManager, userCode: string): Promise<boolean> {
  const [, count] = await manager.query<[unknown, number]>(
    'delete from device_login where user_code = $1 and user_id is null and expires > now()',
    [userCode],
  );
  return count > 0;
}

/** Whether a sign-in waits still. */
export async function isWaiting(manager: EntityManager, id: string): Promise<boolean> {
  const found = await manager.query<unknown[]>(
    'select 1 from device_login where id = $1 and user_id is null and expires > now()',
    [id],
  );
  return found.length > 0;
}

/** Uses a confirmed sign-in up: of several requests one alone gets it. */
export async function takeConfirmed(
  manager: EntityManager,
  id: string,
): Promise<{ userId: number; name: string } | null> {
  const [[row]] = await manager.query<[{ userId: number; name: string }[], number]>(
    `delete from device_login where id = $1 and user_id is not null and expires > now()
     returning user_id as "userId", name`,
    [id],
  );
  return row ?? null;
}
