import path from 'node:path';

/** The checkout. */
export const root = path.resolve(import.meta.dirname, '../../..');

/** Where Node binaries are kept between runs; in no commit. */
export const cacheDirectory = path.join(root, '.tools', 'node-binaries');

/** Where build caches of images are kept between runs; in no commit. */
export const imageCacheDirectory = path.join(root, '.tools', 'image-cache');
