/** `AbortSignal.any` holds its signals weakly: a timeout among them may be collected before it fires. */
export const signalsLive = {
  files: ['{apps,libs,tools}/**/*.{ts,tsx,mjs}'],
  ignores: ['libs/concurrency/src/any-signal.ts', 'apps/console/**'],
  rules: {
    'no-restricted-properties': [
      'error',
      {
        object: 'AbortSignal',
        property: 'any',
        message: 'Use anySignal of @switchyard/concurrency: its timeouts fire.',
      },
    ],
  },
};
