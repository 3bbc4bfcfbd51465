import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { pictures } from './places.mjs';
import { sections } from './sections.mjs';
import { allPages } from './written-pages.mjs';

const texts = allPages();
const names = [...texts.keys()];

/** As VitePress makes them of headings. */
const slug = (heading: string): string =>
  heading
    .normalize('NFKD')
    .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();

const anchorsOf = (text: string): string[] => [
  ...[...text.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => slug(heading)),
  ...[...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id),
];

/** Links of a page to other pages, as paths from the root of the site. */
function linksOf(name: string): { target: string; anchor: string | undefined }[] {
  const text = texts.get(name) ?? '';
  const written = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  const matter = [...text.matchAll(/^\s+link: (\S+)$/gm)].map(([, link = '']) => link);
  return [...written, ...matter].map((link) => {
    const [file = '', anchor] = link.split('#');
    const target = file.startsWith('/') ? file.slice(1) : path.posix.join(path.posix.dirname(name), file);
    return { target: file === '' ? name : target.replace(/\.(md|html)$/, ''), anchor };
  });
}

describe('the pages', () => {
  it('should be those of the menu', () => {
    expect(sections.flatMap(({ pages }) => Object.keys(pages)).toSorted()).toEqual(
      names.filter((name) => name !== 'index').toSorted(),
    );
  });

  it('should have the titles of the menu', () => {
    const titles = sections.flatMap(({ pages }) => Object.entries(pages));
    expect(titles.map(([name]) => [name, /^# (.*)$/m.exec(texts.get(name) ?? '')?.[1]])).toEqual(titles);
  });

  it.each(names)('should link from %s to pages and headings that are there', (name) => {
    const broken = linksOf(name).filter(({ target, anchor }) => {
      const text = texts.get(target);
      return text === undefined || (anchor !== undefined && !anchorsOf(text).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  it.each(names)('should show on %s pictures that are there, and nothing of other hosts', (name) => {
    const sources = [...(texts.get(name) ?? '').matchAll(/(?:src="|!\[[^\]]*\]\(|src: )([^")\s]+)/g)].map(
      ([, source = '']) => source,
    );
    const missing = sources.filter((source) => {
      const place = source.startsWith('/pictures/')
        ? path.join(pictures, source.slice(10))
        : path.join(import.meta.dirname, '../../pages/public', source);
      return !existsSync(place);
    });
    expect(missing).toEqual([]);
  });
});
