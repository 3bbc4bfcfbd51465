import path from 'node:path';

/** The checkout. */
export const root = path.resolve(import.meta.dirname, '../../..');

/** Directory of files that are kept between runs; in no commit. */
export const toolsDirectory = path.join(root, '.tools');

/** Where Node binaries are kept between runs; in no commit. */
export const cacheDirectory = path.join(toolsDirectory, 'node-binaries');

/** Where root file systems of Debian are kept between runs; in no commit. */
export const rootsDirectory = path.join(toolsDirectory, 'debian-roots');

/** Where the caches of image builds are kept between runs; in no commit. */
export const imageCacheDirectory = path.join(toolsDirectory, 'image-cache');
