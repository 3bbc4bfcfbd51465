import type { Plugin } from 'vite';

/** The code that draws every page, which the page's own script imports when it has sent its first requests. */
const DRAWN_BY = '/src/app/draw.tsx';

/** Lets the page name that code, so that a browser fetches it beside the script. */
export const preloadFirst: Plugin = {
  name: 'preload-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? [each] : []));
      const draws = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(DRAWN_BY)));
      if (!draws) {
        throw new Error(`No chunk holds ${DRAWN_BY}`);
      }
      const files = [draws.fileName, ...draws.imports].filter((file) => !html.includes(`"/${file}"`));
      return files.map((file) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
        injectTo: 'head',
      }));
    },
  },
};
