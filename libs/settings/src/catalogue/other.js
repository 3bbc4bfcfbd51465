import { integer, text, url } from '../types.js';

/** Settings of images, compose, the development server and tests; the programs themselves do not read them. */
export const otherSettings = {
  SWITCHYARD_API_URL: { type: url('http:', 'https:'), value: 'URL', meaning: 'image `console`: address of the api' },
  SWITCHYARD_VERSION: { type: text(), value: 'TAG', meaning: 'compose: tag of the images' },
  SWITCHYARD_LISTEN: { type: text(), value: 'ADDRESS:PORT', meaning: 'compose: where this host listens for the api' },
  SWITCHYARD_CONSOLE_LISTEN: {
    type: text(),
    value: 'ADDRESS:PORT',
    meaning: 'compose: where this host listens for the image `console`',
  },
  SWITCHYARD_API: {
    type: url('http:', 'https:'),
    value: 'URL',
    defaultText: 'http://127.0.0.1:3000',
    meaning: 'development server of the console: address of the api',
  },
  SWITCHYARD_CHROMIUM: {
    type: text(),
    value: 'FILE',
    defaultText: '/usr/bin/chromium-headless-shell',
    meaning: 'tests: the browser',
  },
  SWITCHYARD_STACK_ROOT: {
    type: text(),
    value: 'DIRECTORY',
    defaultText: 'the checkout',
    meaning: 'tests: directory that holds the built applications',
  },
  SWITCHYARD_SETTINGS_FD: {
    type: integer(3, 1_000_000),
    value: 'NUMBER',
    meaning: 'set by a supervisor: descriptor of an open file with settings, one JSON object of texts',
  },
};
