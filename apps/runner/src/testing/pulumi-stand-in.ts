import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Record that the stand-in keeps of a stack. */
export interface StoredStack {
  salt: string;
  resources: string[];
}

/** A program under the name of Pulumi, and the stacks of its backend. */
export interface PulumiStandIn {
  /** Directory to be put on the PATH. */
  bin: string;
  stored(project: string, stack: string): StoredStack;
  /** Signals that came to `pulumi` and to its plugin while an update hung, in their order. */
  signals(project: string, stack: string): string[];
}

/**
 * Makes a stand-in that treats passphrases as Pulumi 3.259 does with a backend of files: creating, previewing and
 * updating a stack write a new salt to its file unless there is one; a plan opens under the salt and passphrase that it
 * was made with; the state opens under its own salt, and gets that of the file by an update. A project is `name:` and
 * optionally `stackConfigDir:` in `Pulumi.yaml`; its resources are the lines of the file `resources`. The resource `hangs` is made by a
 * plugin until SIGINT cancels the update, which then stores what was made before it and ends with 255; a second one ends it at once.
 * An update that is killed leaves the lock of its stack, so that every later one is refused until `cancel`.
 */
export function makePulumiStandIn(dir: string): PulumiStandIn {
  const [bin, backend] = [join(dir, 'bin'), join(dir, 'backend')];
  [bin, backend].forEach((path) => mkdirSync(path, { recursive: true }));
  const path = join(bin, 'pulumi');
  writeFileSync(path, `${options(backend)}${COMMANDS}`);
  chmodSync(path, 0o755);
  return {
    bin,
    signals: (project, stack) =>
      readFileSync(join(backend, `${project}.${stack}.signals`), 'utf8')
        .trim()
        .split('\n'),
    stored: (project, stack) => JSON.parse(readFileSync(join(backend, `${project}.${stack}`), 'utf8')) as StoredStack,
  };
}

/** Reads the command line, the project and its file. */
const options = (backend: string): string => `#!${process.execPath}
const { createHmac, randomBytes } = require('node:crypto');
const { spawn } = require('node:child_process');
const { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const argv = process.argv.slice(2);
const passphrase = process.env.PULUMI_CONFIG_PASSPHRASE;
const fail = (text) => {
  process.stderr.write('error: ' + text + '\\n');
  process.exit(1);
};
const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
const seal = (salt) => createHmac('sha256', passphrase).update(salt).digest('hex');
const option = (name) => argv.find((arg) => arg.startsWith(name + '='))?.slice(name.length + 1);
const given = argv[argv.indexOf(argv.includes('--create') ? '--create' : '--stack') + 1];
const parts = given.split('/');
const stack = parts.at(-1);
const member = (text, name) => new RegExp('^' + name + ': (.+)$', 'm').exec(text)?.[1];
const project = read('Pulumi.yaml') || fail('no Pulumi.yaml project file found');
if (parts.length > 1 && (parts[0] !== 'organization' || parts[1] !== member(project, 'name'))) {
  fail("organization name must be 'organization'");
}
const file = join(member(project, 'stackConfigDir') ?? '.', 'Pulumi.' + stack + '.yaml');
const state = join(${JSON.stringify(backend)}, member(project, 'name') + '.' + stack);
if (passphrase === undefined) {
  fail('passphrase must be set with PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE environment variables');
}
`;

const COMMANDS = `
function saltOfFile() {
  const [salt, check] = (member(read(file), 'encryptionsalt') ?? '').split('.');
  if (salt && check !== seal(salt)) {
    fail('getting stack configuration: get stack secrets manager: incorrect passphrase');
  }
  if (salt) {
    return salt;
  }
  const made = randomBytes(8).toString('hex');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, read(file) + 'encryptionsalt: ' + made + '.' + seal(made) + '\\n');
  return made;
}

function store(salt, resources) {
  writeFileSync(state, JSON.stringify({ salt, secret: seal(salt), resources }));
}

const lock = state + '.lock';
const unlock = () => rmSync(lock, { force: true });
if (argv[0] === 'cancel') {
  unlock();
  process.exit(0);
}
if (argv[1] === 'export') {
  const urn = (name) => 'urn:pulumi:' + stack + '::project::' + (name.includes(':') ? 'pulumi:' + name : 'mini:x::' + name);
  const resources = [...JSON.parse(readFileSync(state, 'utf8')).resources, 'providers:mini::default'].map((name) => ({ urn: urn(name) }));
  console.log(JSON.stringify({ version: 3, deployment: { resources } }));
  process.exit(0);
}
if (argv[0] === 'stack') {
  existsSync(state) || store(saltOfFile(), []);
  process.exit(0);
}
const salt = saltOfFile();
const now = JSON.parse(readFileSync(state, 'utf8'));
if (now.secret !== seal(now.salt)) {
  fail('failed to decrypt: incorrect passphrase, please set PULUMI_CONFIG_PASSPHRASE to the correct passphrase');
}
if (argv[0] === 'destroy') {
  argv.includes('--preview-only') || store(now.salt, []);
  process.exit(0);
}
const wanted = read('resources').split('\\n').filter(Boolean);
const change = (name) => (now.resources.includes(name) ? 'same' : 'create');
const resourcePlans = Object.fromEntries(wanted.map((name) => [name, { steps: [change(name)] }]));
if (argv[0] === 'preview') {
  writeFileSync(option('--save-plan'), JSON.stringify({ resourcePlans, secret: seal(salt) }));
  process.exit(0);
}
if (JSON.parse(readFileSync(option('--plan'), 'utf8')).secret !== seal(salt)) {
  fail('decrypting secret value: cipher: message authentication failed');
}
if (existsSync(lock)) {
  fail('the stack is currently locked by 1 lock(s). Either wait for the other process(es) to end or delete the lock file with "pulumi cancel".');
}
writeFileSync(lock, '');
process.stdout.write('Updating (' + stack + '):\\n');
const hanging = wanted.indexOf('hangs');
if (hanging < 0) {
  store(salt, wanted);
  unlock();
} else {
  const note = (what) => appendFileSync(state + '.signals', what + '\\n');
  const report = "['SIGINT', 'SIGTERM'].forEach((name) => process.on(name, () => console.log('plugin ' + name)));";
  const plugin = spawn(process.execPath, ['-e', report + 'setInterval(() => 0, 1e6); console.log()'], { stdio: ['ignore', 'pipe', 'inherit'] });
  plugin.stdout.once('data', () => process.stdout.write('creating hangs\\n'));
  plugin.stdout.on('data', (bytes) => bytes.toString().trim() && note(bytes.toString().trim()));
  let asked = 0;
  process.on('SIGINT', () => {
    note('pulumi SIGINT');
    asked += 1;
    asked > 1 && process.exit(1);
    setTimeout(() => {
      store(salt, wanted.slice(0, hanging));
      unlock();
      plugin.kill('SIGKILL');
      process.stderr.write('error: update canceled\\n');
      process.exit(255);
    }, 300);
  });
}
`;
