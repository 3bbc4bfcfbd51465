import { describe, expect, it } from '@jest/globals';
import { saveRequest } from './save-request.js';

const body = { name: 'Production' };

describe('saveRequest', () => {
  it('should create a row that has no id yet', () => {
    expect(saveRequest('inventory', { projectId: 3, body })).toMatchObject({
      url: 'project/3/inventory',
      method: 'POST',
      body: { name: 'Production', project_id: 3 },
    });
  });

  it('should replace the row of that id, in its project', () => {
    expect(saveRequest('inventory', { projectId: 3, id: 7, body })).toMatchObject({
      url: 'project/3/inventory/7',
      method: 'PUT',
      body: { name: 'Production', id: 7, project_id: 3 },
    });
  });

  it.each([
    { tag: '"v1"', headers: { 'if-match': '"v1"' } },
    { tag: null, headers: {} },
    { tag: undefined, headers: {} },
  ])('should replace only the state that was edited when its tag is $tag', ({ tag, headers }) => {
    expect(saveRequest('inventory', { projectId: 3, id: 7, tag, body }).headers).toEqual(headers);
  });
});
