import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EncryptionError } from './encryption-error.js';
import { loadSecretBox, SecretBox } from './secret-box.js';
import { findSecretKey, loadSecretKey, SECRET_KEY_FILE, storeSecretKeys } from './secret-key.js';

describe('loadSecretKey', () => {
  let dataDir = '';

  beforeEach(() => {
    dataDir = join(mkdtempSync(join(tmpdir(), 'secret-key-')), 'data');
  });

  afterEach(() => rmSync(join(dataDir, '..'), { recursive: true }));

  it('should make one key for several processes that start together, readable by the owner alone', async () => {
    // Each begins some turns of the event loop after the one before, so that every step meets every other.
    const starts = Array.from({ length: 60 }, async (_, place) => {
      for (let turn = 0; turn < place * 3; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      return loadSecretKey({ dataDir });
    });
    const keys = await Promise.all(starts);
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(keys[0]).toHaveLength(32);
    expect(readdirSync(dataDir)).toEqual([SECRET_KEY_FILE]);
    expect(statSync(join(dataDir, SECRET_KEY_FILE)).mode & 0o777).toBe(0o600);
  });

  it('should keep the key at the next start', async () => {
    const first = await loadSecretKey({ dataDir });
    expect(await loadSecretKey({ dataDir })).toEqual(first);
  });

  it('should use the configured key and make no file', async () => {
    const key = randomBytes(32);
    expect(await loadSecretKey({ dataDir, secretKey: key.toString('base64') })).toEqual(key);
    expect(() => statSync(dataDir)).toThrow();
  });

  it.each(['', 'hunter2', randomBytes(31).toString('base64'), `${randomBytes(32).toString('base64')}!`])(
    'should refuse the configured key "%s"',
    async (secretKey) => {
      await expect(loadSecretKey({ dataDir, secretKey })).rejects.toThrow(EncryptionError);
    },
  );

  it('should refuse a damaged file and leave it as it is', async () => {
    await loadSecretKey({ dataDir });
    const path = join(dataDir, SECRET_KEY_FILE);
    writeFileSync(path, 'short\n');
    await expect(loadSecretKey({ dataDir })).rejects.toThrow(path);
    expect(readFileSync(path, 'utf8')).toBe('short\n');
  });
});

describe(storeSecretKeys.name, () => {
  let dataDir = '';

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'secret-key-'));
  });

  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('should write the keys of a backup, so that what each of them sealed opens', async () => {
    const [key, old] = [randomBytes(32), randomBytes(32)];
    await storeSecretKeys(dataDir, { key, oldKeys: [old] });
    const box = await loadSecretBox({ dataDir });
    expect(box.openText(new SecretBox(old).seal('earlier'))).toBe('earlier');
    expect(await findSecretKey({ dataDir })).toEqual(key);
    readdirSync(dataDir).forEach((name) => expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600));
  });

  it('should take away what it wrote, and leave a key that was there', async () => {
    const key = await loadSecretKey({ dataDir });
    const takeAway = await storeSecretKeys(dataDir, { key: null, oldKeys: [randomBytes(32)] });
    await takeAway();
    expect(readdirSync(dataDir)).toEqual([SECRET_KEY_FILE]);
    await expect(storeSecretKeys(dataDir, { key: randomBytes(32), oldKeys: [] })).rejects.toThrow('other keys');
    expect(await findSecretKey({ dataDir })).toEqual(key);
  });

  it('should find no key where there is none, and make none', async () => {
    expect(await findSecretKey({ dataDir })).toBeUndefined();
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
