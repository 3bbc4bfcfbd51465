import path from 'node:path';

const app = path.resolve(import.meta.dirname, '../..');

/** Pages that people write. */
export const pages = path.join(app, 'pages');
/** Pictures of the console, taken by `npm run pictures`. */
export const pictures = path.resolve(app, '../../tools/pictures');
/** Written and generated pages together, as VitePress reads them. */
export const source = path.join(app, 'dist/source');
/** A site in the making. */
export const next = path.join(app, 'dist/next');
/** The whole site, as the api serves it below `/docs`. */
export const built = path.join(app, 'dist/site');
/** The checkout. */
export const root = path.resolve(app, '../..');
/** The built api, which prints the OpenAPI document. */
export const api = path.join(root, 'apps/api/dist/main.js');
