import { describe, expect, it } from '@jest/globals';
import { PUBLISHED_APIS } from './published-apis.js';
import { operationOf, requestFaults, schemaFaults } from './published-api.js';

const { github } = PUBLISHED_APIS;
const call = {
  method: 'POST',
  url: 'https://api.github.com/repos/ops/site/statuses/c0ffee',
  headers: {
    authorization: 'Bearer x',
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    'content-type': 'application/json',
  },
  body: '{"state":"success"}',
};

describe('what forges publish of their calls', () => {
  it.each(Object.entries(PUBLISHED_APIS))('should be kept by the answers of the stand-in for %s', (_, api) => {
    for (const { answer, example } of api.operations) {
      expect(schemaFaults(answer, example)).toEqual([]);
    }
  });

  it('should refuse what is not in it: a call, a header, a member, a value, a body', () => {
    const faults = (part: Partial<typeof call>): string[] => requestFaults(github, { ...call, ...part });
    expect(faults({})).toEqual([]);
    expect(faults({ url: `${call.url}/more` })).toHaveLength(1);
    expect(faults({ method: 'PUT' })).toHaveLength(1);
    expect(faults({ headers: { ...call.headers, authorization: 'token x' } })).toEqual(['header authorization']);
    expect(faults({ body: '{"state":"success","sha":"x"}' })).toHaveLength(1);
    expect(faults({ body: '{"state":"done"}' })).toHaveLength(1);
    const find = { ...call, method: 'GET', url: 'https://api.github.com/repos/ops/site/installation' };
    expect([requestFaults(github, { ...find, body: '' }), requestFaults(github, find)]).toEqual([
      [],
      ['there is no body'],
    ]);
  });

  it('should name the call that a request is', () => {
    expect(operationOf(github, call)?.status).toBe(201);
  });
});
