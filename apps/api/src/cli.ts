import { runCli } from './cli/run-cli.js';

void runCli(process.argv.slice(2), {
  env: process.env,
  input: process.stdin,
  print: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
}).then((code) => (process.exitCode = code));
