import { describe, expect, it } from '@jest/globals';
import type { SourceRow } from '../source-values.js';
import { IntegrationReader } from './source-integrations.js';

const OWN = 'own0000000000000';

/** Integrations of a project that has the login key 2 and the template 1. */
function read(row: SourceRow, matchers: SourceRow[] = [{ id: 1, integration_id: 1, name: 'm' }]) {
  const notes: string[] = [];
  const secrets: Record<string, string> = {};
  const tables: Readonly<Record<string, SourceRow[]>> = {
    project__integration: [{ id: 1, name: 'i', template_id: 1, searchable: true, ...row }],
    project__integration_alias: [
      { id: 1, integration_id: 1, alias: OWN },
      { id: 2, integration_id: null, alias: 'shared0000000000' },
    ],
    project__integration_matcher: matchers,
  };
  const reader = new IntegrationReader({
    rows: (table) => tables[table] ?? [],
    templateOf: (id) => (id === 1 ? 't' : null),
    loginKeyOf: (id) => (id === 2 ? 'login' : null),
    addKey: (name) => name,
    note: (text) => void notes.push(text),
    keepSecret: (path, text) => void (secrets[path] = text),
  });
  const [entry] = reader.read();
  return { entry, shared: reader.projectAddresses(), secrets, notes };
}

describe(IntegrationReader.name, () => {
  it('should keep the addresses that senders know, sealed', () => {
    expect(read({ auth_method: 'github', auth_secret_id: 2 })).toMatchObject({
      entry: {
        name: 'i',
        template: 't',
        auth_method: 'github',
        auth_secret: 'login',
        searchable: true,
        aliases: ['…'],
      },
      shared: ['…'],
      secrets: { 'integrations.0.aliases.0': OWN, 'integration_aliases.0': 'shared0000000000' },
      notes: [],
    });
  });

  it('should take everybody where there is no method, as it was', () => {
    expect(read({ auth_method: '' }).entry).toMatchObject({ auth_method: 'none', aliases: ['…'] });
    expect(read({ auth_method: '' }).entry).not.toHaveProperty('auth_secret');
  });

  it('should reach nobody with the method none, which let nothing through', () => {
    const { entry, secrets, notes } = read({ auth_method: 'none' });
    expect(entry).toMatchObject({ auth_method: 'none', searchable: false, aliases: [] });
    expect(secrets).not.toHaveProperty(['integrations.0.aliases.0']);
    expect(notes).toEqual([expect.stringContaining('it let nothing through')]);
  });

  it.each([null, 9])('should stay closed by an empty key where its secret is %j', (id) => {
    const { entry, notes } = read({ auth_method: 'token', auth_secret_id: id });
    expect(entry).toMatchObject({ auth_method: 'token', auth_secret: 'Webhook of i' });
    expect(notes).toEqual([expect.stringContaining('it stays closed until its key "Webhook of i" has one')]);
  });

  it('should note one that nothing holds back here', () => {
    expect(read({ auth_method: '' }, []).notes).toEqual([expect.stringContaining('it has no matchers')]);
  });
});
