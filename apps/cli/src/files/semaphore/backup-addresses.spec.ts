import { describe, expect, it } from '@jest/globals';
import { hiddenAddresses } from './backup-addresses.js';

describe(hiddenAddresses.name, () => {
  it('should take the addresses of a backup out of it, by their paths', () => {
    const { document, secrets } = hiddenAddresses({
      keys: [{ name: 'k' }],
      integrations: [{ name: 'a', aliases: [] }, { name: 'b', aliases: ['own', '…'] }, { name: 'c' }, 'broken'],
      integration_aliases: ['shared'],
    });
    expect(document).toEqual({
      keys: [{ name: 'k' }],
      integrations: [{ name: 'a', aliases: [] }, { name: 'b', aliases: ['…', '…'] }, { name: 'c' }, 'broken'],
      integration_aliases: ['…'],
    });
    expect([...secrets]).toEqual([
      ['integrations.1.aliases.0', 'own'],
      ['integration_aliases.0', 'shared'],
    ]);
  });

  it('should leave a backup of older versions as it is', () => {
    expect(hiddenAddresses({ views: [], integrations: null })).toEqual({
      document: { views: [], integrations: null },
      secrets: new Map(),
    });
  });
});
