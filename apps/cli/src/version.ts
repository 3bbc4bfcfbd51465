declare const SWITCHYARD_VERSION: string | undefined;

/** Version of this program; the bundle carries that of its package. */
export const VERSION = typeof SWITCHYARD_VERSION === 'string' ? SWITCHYARD_VERSION : 'development';
