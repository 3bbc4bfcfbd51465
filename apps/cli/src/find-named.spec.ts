import { describe, expect, it } from '@jest/globals';
import { findNamed } from './find-named.js';

const ITEMS = [
  { id: 1, name: 'Deploy' },
  { id: 2, name: 'deploy' },
  { id: 3, name: '1' },
  { id: 4, name: 'Build image' },
];

describe('an item by id or name', () => {
  it('should prefer the name in its own spelling, then the id, then the name in another case', () => {
    expect(findNamed('template', ITEMS, 'deploy').id).toBe(2);
    expect(findNamed('template', ITEMS, '1').id).toBe(3);
    expect(findNamed('template', ITEMS, '4').id).toBe(4);
    expect(findNamed('template', ITEMS, 'BUILD IMAGE').id).toBe(4);
  });

  it('should refuse a name of several, with their ids', () => {
    expect(() => findNamed('template', ITEMS, 'DEPLOY')).toThrow('by its id (1, 2)');
  });

  it('should suggest what is similar', () => {
    expect(() => findNamed('template', ITEMS, 'build')).toThrow('There is no template "build". Similar: Build image');
  });
});
