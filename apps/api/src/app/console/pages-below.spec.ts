import { describe, expect, it } from '@jest/globals';
import { consolePageBelow, docsFileBelow } from './pages-below.js';

describe('consolePageBelow', () => {
  it('should name the path and the files below it, and nothing of another host', () => {
    const page =
      '<html lang="en"><link href="/favicon.svg"><script src="/assets/a.js"></script><a href="//other/x">/assets/</a>';
    expect(consolePageBelow(page, '/a/b')).toBe(
      '<html data-base="/a/b" lang="en"><link href="/a/b/favicon.svg"><script src="/a/b/assets/a.js"></script><a href="//other/x">/assets/</a>',
    );
  });
});

describe('docsFileBelow', () => {
  it.each([
    ['<a href="/docs/x.html">', '<a href="/base/docs/x.html">'],
    [String.raw`JSON.parse("{\"base\":\"/docs/\"}")`, String.raw`JSON.parse("{\"base\":\"/base/docs/\"}")`],
    ['`/docs/`+name', '`/base/docs/`+name'],
    ['url(/docs/assets/a.woff2)', 'url(/base/docs/assets/a.woff2)'],
    ['https://other.example/docs/ and apps/docs/pages', 'https://other.example/docs/ and apps/docs/pages'],
  ])('should make of %s', (content, below) => {
    expect(docsFileBelow(content, '/base')).toBe(below);
  });
});
