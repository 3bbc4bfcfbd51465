import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LinkedForgeAccount, MAX_FORGE_ACCOUNTS } from '@switchyard/contracts';
import { rowOf } from '../../components/testing/row-of.js';
import { Stage } from '../../components/testing/shown.js';
import { ForgeAccounts } from './forge-accounts.js';

const stage = new Stage();
const accounts = (count: number): Promise<void> =>
  stage.read(
    'listForgeAccounts',
    undefined,
    'GET user/forge_accounts',
    Array.from({ length: count }, (_, index) =>
      rowOf(LinkedForgeAccount, { id: index + 1, host: 'git.test', account: `ann-${index}` }),
    ),
  );

beforeEach(() => stage.start());
afterEach(() => stage.stop());

describe('the linked accounts of a person', () => {
  it('should each be shown with its host, and be unlinked by its name', async () => {
    await accounts(2);
    const { text, buttons } = stage.show(<ForgeAccounts />);
    expect(text).toMatch(/ann-0 git\.test.*ann-1 git\.test/);
    expect(buttons).toEqual([expect.stringContaining('ann-0'), expect.stringContaining('ann-1'), 'Link account']);
  });

  it('should not be linked before both fields are filled', async () => {
    await accounts(0);
    const { html } = stage.show(<ForgeAccounts />);
    expect(html).not.toContain('<ul');
    expect(html).toMatch(/<button[^>]*disabled/);
  });

  it('should be no more than the server takes', async () => {
    await accounts(MAX_FORGE_ACCOUNTS);
    const { html, buttons } = stage.show(<ForgeAccounts />);
    expect(buttons).toHaveLength(MAX_FORGE_ACCOUNTS);
    expect(html).not.toContain('<input');
  });
});
