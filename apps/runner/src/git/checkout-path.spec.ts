import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeTestArea } from '../testing/recorded-attempt.js';
import { ownFiles } from '../files/own-files.js';
import { pathInCheckout } from './checkout-path.js';

const area = makeTestArea();

beforeAll(() => {
  mkdirSync(area.path('checkout', 'plays'), { recursive: true });
  mkdirSync(area.path('checkout-2'));
  writeFileSync(area.path('checkout', 'plays', 'site.yml'), '');
  writeFileSync(area.path('checkout-2', 'secret.yml'), '');
  writeFileSync(area.path('outside.yml'), '');
  symlinkSync('plays/site.yml', area.path('checkout', 'inside.yml'));
  symlinkSync('../outside.yml', area.path('checkout', 'leaves.yml'));
  symlinkSync('../checkout-2', area.path('checkout', 'sibling'));
});

afterAll(() => area.remove());

describe('pathInCheckout', () => {
  it.each(['plays/site.yml', './plays/site.yml', 'inside.yml'])('should find %s', async (path) => {
    expect(await pathInCheckout(ownFiles, area.path('checkout'), path, 'word_playbook')).toMatch(
      /checkout\/plays\/site\.yml$/,
    );
  });

  it.each(['leaves.yml', 'sibling/secret.yml'])('should refuse the symbolic link %s', async (path) => {
    const found = pathInCheckout(ownFiles, area.path('checkout'), path, 'word_playbook');
    await expect(found).rejects.toThrow('leads out of the repository');
  });

  it.each(['-e@/etc/passwd', '--vault-password-file=/x', '../outside.yml', '/etc/passwd', 'C:\\x', 'a\\b', 'a\0', ''])(
    'should refuse %j',
    async (path) => {
      await expect(pathInCheckout(ownFiles, area.path('checkout'), path, 'word_playbook')).rejects.toThrow(
        'path of the playbook must',
      );
    },
  );

  it('should report that there is no such file', async () => {
    const found = pathInCheckout(ownFiles, area.path('checkout'), 'none.yml', 'word_playbook');
    await expect(found).rejects.toThrow('The playbook "none.yml" does not exist in the repository');
  });
});
