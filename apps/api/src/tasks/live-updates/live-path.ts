/** Path of all live connections. */
export const LIVE_PATH = '/api/ws';
