import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { HELP_PAGES, helpPage } from './help-page.js';

const pages = path.resolve(import.meta.dirname, '../../../docs/pages');

describe(helpPage.name, () => {
  it.each([
    ['/project/5/templates', '/docs/guides/templates.html'],
    ['/project/5/views/2/templates/7/edit', '/docs/guides/templates.html'],
    ['/project/5/integrations/3', '/docs/guides/webhooks.html'],
    ['/project/new', '/docs/start/first-run.html'],
    ['/users', '/docs/administration/sign-in.html'],
    ['/project/5/billing', '/docs/'],
    ['/constructor', '/docs/'],
  ])('should lead from %s to %s', (screen, page) => {
    expect(helpPage(screen)).toBe(page);
  });

  it('should lead to pages that are there', () => {
    expect(Object.values(HELP_PAGES).filter((page) => !existsSync(path.join(pages, `${page}.md`)))).toEqual([]);
  });
});
