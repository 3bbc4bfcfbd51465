import { describe, expect, it } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { PersonBadge, ProjectBadge } from './badges.js';

describe('a badge', () => {
  it.each([
    ['Platform', 'PL'],
    ['Data Warehouse', 'DW'],
    ['edge network west', 'EN'],
    ['Ünal Çelik', 'ÜÇ'],
    ['🚀 base', '🚀B'],
    ['x', 'X'],
    ['', ''],
  ])('should shorten %p to %p', (name, short) => {
    expect(renderToStaticMarkup(<PersonBadge name={name} />)).toContain(`>${short}<`);
  });

  it('should keep the colour of a project, and go round with four of them', () => {
    const tone = (id: number): string =>
      /data-tone="(\w+)"/.exec(renderToStaticMarkup(<ProjectBadge id={id} name="x" />))?.[1] ?? '';
    expect([0, 1, 2, 3, 4].map(tone)).toEqual(['red', 'blue', 'orange', 'green', 'red']);
  });

  it('should not be read out beside the name that it shortens', () => {
    expect(renderToStaticMarkup(<PersonBadge name="Ann" />)).toContain('aria-hidden="true"');
  });
});
