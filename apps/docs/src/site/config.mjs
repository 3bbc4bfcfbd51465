import { readFileSync } from 'node:fs';
import { sections, sidebar } from './sections.mjs';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** The first page of a section. @param {import('./sections.mjs').Section} section */
const firstPage = ({ title, pages }) => ({ text: title, link: `/${Object.keys(pages)[0]}` });

/**
 * Plain HTML files below `/docs/`, which any server can hold: every link names its file. Scripts of the pages are in files,
 * but for two fixed lines of the theme, which the api allows by their hashes.
 * @type {import('vitepress').UserConfig}
 */
export const config = {
  base: '/docs/',
  lang: 'en',
  title: 'Switchyard',
  description: 'Documentation of Switchyard',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/docs/logo.svg' }]],
  metaChunk: true,
  // The index of the search is one file, which the first search loads.
  vite: { build: { chunkSizeWarningLimit: 2_000 } },
  themeConfig: {
    logo: '/logo.svg',
    nav: sections.map(firstPage),
    sidebar,
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        miniSearch: { searchOptions: { combineWith: 'AND', boost: { title: 4, titles: 2 } } },
      },
    },
    footer: { message: `Switchyard ${version}` },
  },
};
