import { describe, expect, it } from '@jest/globals';
import { isEncrypted, matchingRows, stateRows } from './state-rows.js';

const STATE = JSON.stringify({
  outputs: { url: { value: 'https://example.com', type: 'string' } },
  resources: [
    { mode: 'data', type: 'http', name: 'page', instances: [{ attributes: { body: null } }] },
    {
      module: 'module.net',
      mode: 'managed',
      type: 'box',
      name: 'a',
      instances: [{ index_key: 'x', attributes: { size: 3, tags: { team: 'blue' } } }],
    },
  ],
});

describe('the tree of a state', () => {
  it('should name outputs and resources as Terraform does', () => {
    expect(stateRows(STATE)?.map(({ name }) => name)).toEqual([
      'output.url',
      'data.http.page',
      'module.net.box.a["x"]',
    ]);
  });

  it('should be searched by names and values, with what is above', () => {
    const [found, ...others] = matchingRows(stateRows(STATE) ?? [], 'BLUE');
    expect([found?.name, others]).toEqual(['module.net.box.a["x"]', []]);
    expect(found?.children[0]?.children).toMatchObject([{ name: 'team', value: '"blue"' }]);
  });

  it('should tell a state that the tool has encrypted from one with nothing in it', () => {
    const encrypted = JSON.stringify({ serial: 1, lineage: 'l', encrypted_data: 'eA==', encryption_version: 'v0' });
    expect([encrypted, STATE, '{}', 'no'].map(isEncrypted)).toEqual([true, false, false, false]);
  });

  it.each(['', 'no', '{"resources":3}'])('should be none when the text is no state: %j', (text) => {
    expect(stateRows(text)).toBeNull();
  });
});
