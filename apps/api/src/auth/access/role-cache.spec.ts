import { describe, expect, it, jest } from '@jest/globals';
import type { Role } from '@switchyard/contracts';
import { RoleCache } from './role-cache.js';

describe(RoleCache.name, () => {
  const loader = (role: Role | null) => jest.fn<() => Promise<Role | null>>().mockResolvedValue(role);

  it('should load a role once, for each member and project', async () => {
    const cache = new RoleCache();
    const load = loader('guest');
    await cache.through(1, 5, load);
    expect(await cache.through(1, 5, load)).toBe('guest');
    expect(load).toHaveBeenCalledTimes(1);
    expect(await cache.through(1, 6, loader('owner'))).toBe('owner');
    expect(await cache.through(2, 5, loader('manager'))).toBe('manager');
  });

  it('should load it again after a second', async () => {
    let now = 5_000;
    const cache = new RoleCache(() => now);
    await cache.through(1, 5, loader('owner'));
    now = 5_999;
    expect(await cache.through(1, 5, loader('guest'))).toBe('owner');
    now = 6_001;
    expect(await cache.through(1, 5, loader('guest'))).toBe('guest');
  });

  it('should never remember that somebody is no member', async () => {
    const cache = new RoleCache();
    await cache.through(1, 5, loader(null));
    expect(await cache.through(1, 5, loader('guest'))).toBe('guest');
  });

  it.each([[[1]], [null]])('should forget %j at once', async (users) => {
    const cache = new RoleCache();
    await cache.through(1, 5, loader('owner'));
    cache.forget(users);
    expect(await cache.through(1, 5, loader(null))).toBeNull();
  });

  it('should not remember what was loaded before the change', async () => {
    const cache = new RoleCache();
    let finish: (role: Role) => void = () => {};
    const loading = cache.through(1, 5, () => new Promise<Role>((resolve) => (finish = resolve)));
    cache.forget([1]);
    finish('owner');
    expect(await loading).toBe('owner');
    expect(await cache.through(1, 5, loader('guest'))).toBe('guest');
  });
});
