import { describe, expect, it } from '@jest/globals';
import { isSealed, nameIn, readBackup, restoreBody, placeIn } from './backup-file.js';

const read = (text: string) => readBackup(new Blob([text]));

describe(readBackup.name, () => {
  it('should read a JSON object', async () => {
    expect(await read('{"meta":{"name":"Web"}}')).toEqual({ meta: { name: 'Web' } });
  });

  it.each(['', 'no JSON', '[]', 'null', '"text"', '4'])('should read nothing of %j', async (text) => {
    expect(await read(text)).toBeNull();
  });
});

describe('a backup', () => {
  it('should name its project, if it does', () => {
    expect(nameIn({ meta: { name: 'Web' } })).toBe('Web');
    expect([{}, { meta: null }, { meta: 'Web' }, { meta: { name: 4 } }].map(nameIn)).toEqual(['', '', '', '']);
  });

  it('should be restored under the chosen name, whole', () => {
    const file = { meta: { name: 'Web', type: 'backup' }, keys: [1] };
    expect(restoreBody(file, { name: 'Copy', passphrase: '' })).toEqual({
      meta: { name: 'Copy', type: 'backup' },
      keys: [1],
    });
    expect(file.meta.name).toBe('Web');
  });

  it('should be restored with a passphrase only when it holds sealed secrets and one was given', () => {
    const given = { name: 'Copy', passphrase: 'secret' };
    const sealed = { meta: {}, sealed: { data: '' } };
    expect([isSealed({}), isSealed(sealed)]).toEqual([false, true]);
    expect(restoreBody({ meta: {} }, given)).not.toHaveProperty('passphrase');
    expect(restoreBody(sealed, { ...given, passphrase: '' })).not.toHaveProperty('passphrase');
    expect(restoreBody(sealed, given)).toHaveProperty('passphrase', 'secret');
  });
});

describe('placeIn', () => {
  const environments = [{ name: 'Live', secrets: [{ name: 'TOKEN' }, {}] }];
  const file = {
    environments,
    templates: [{ name: 'Deploy' }],
    views: [{ title: 'All' }],
    members: [{ username: 'ann' }],
  };

  it.each([
    [['templates', 0, 'inventory'], { section: 'templates', name: 'Deploy', rest: 'inventory' }],
    [['views', 0], { section: 'views', name: 'All', rest: '' }],
    [['members', 0, 'role'], { section: 'members', name: 'ann', rest: 'role' }],
    [['environments', 0, 'secrets', 0], { section: 'environments', name: 'Live', rest: 'secrets.TOKEN' }],
    [['environments', 0, 'secrets', 1], { section: 'environments', name: 'Live', rest: 'secrets.1' }],
    [['templates', 7, 'vaults', 1], { section: 'templates', name: '', rest: 'vaults.1' }],
    [['meta', 'name'], { section: 'meta', name: '', rest: 'name' }],
    [['integration_aliases'], { section: 'integrations', name: '', rest: '' }],
    [[], { section: '', name: '', rest: '' }],
  ])('should name what %j leads to', (path, place) => {
    expect(placeIn(file, path)).toEqual(place);
  });
});
