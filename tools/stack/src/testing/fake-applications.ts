import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Answers health; `/environment` shows what it was started with, handed settings apart, `/crash` ends it. */
const api = `
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
const settings = JSON.parse(readFileSync(Number(process.env.SWITCHYARD_SETTINGS_FD), 'utf8'));
if (process.env.FAKE_API_FAULT) {
  console.error(process.env.FAKE_API_FAULT);
  process.exit(1);
}
createServer((request, response) => {
  if (request.url === '/crash') process.exit(7);
  response.end(request.url === '/environment' ? JSON.stringify({ settings, environment: process.env }) : 'ok');
}).listen(Number(settings.SWITCHYARD_PORT), settings.SWITCHYARD_HOST);
process.on('SIGTERM', () => process.exit(0));
`;

/** Of the environment a runner gets its own settings alone, so that a tag orders it to wait for a second signal. */
const idle = `
setInterval(() => {}, 1000);
let asked = 0;
setImmediate(() => console.log('listens'));
process.on('SIGTERM', () => {
  asked += 1;
  if (asked > 1) console.log('hurries');
  const needed = process.env.SWITCHYARD_RUNNER_TAGS === 'two-signals' ? 2 : 1;
  if (asked >= needed && !process.env.FAKE_STUBBORN) process.exit(0);
});
`;

/** Names an administrator as created the first time it runs on a data directory, as the real set-up does. */
const setup = `
const fs = require('node:fs'), path = require('node:path');
const settings = JSON.parse(fs.readFileSync(Number(process.env.SWITCHYARD_SETTINGS_FD), 'utf8'));
const marker = path.join(settings.SWITCHYARD_DATA_DIR, 'set-up');
const created = !fs.existsSync(marker);
fs.writeFileSync(marker, '');
const argument = (name) => process.argv[process.argv.indexOf(name) + 1];
const runners = Array.from({ length: Number(argument('--runners')) }, (_, index) => {
  const name = 'local-' + (index + 1);
  return { name, dir: path.join(argument('--runner-dir'), name) };
});
console.log(JSON.stringify({ admin: { login: 'admin', password: created ? 'first-password' : null, created }, runners }));
`;

/** Writes programs in the place of the real applications below `root`. */
export function writeFakeApplications(root: string): void {
  const files = {
    'apps/api/dist/main.js': api,
    'apps/api/dist/cli.js': `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n${setup}`,
    'apps/dispatcher/dist/main.js': idle,
    'apps/runner/dist/runner.cjs': idle,
    'package.json': '{ "type": "module" }',
  };
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
  }
}
