import { HOST_WORD } from './isolation/host-word.js';

/** Only what is needed is loaded: a process that serves an attempt starts with every task. */
async function main(): Promise<number> {
  if (process.argv[2] === HOST_WORD) {
    const { serveAttempt } = await import('./isolation/serve-attempt.js');
    return serveAttempt();
  }
  const { cli } = await import('./cli.js');
  return cli();
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  },
);
