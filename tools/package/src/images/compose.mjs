import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../paths.mjs';
import { run } from '../run.mjs';
import { SOCKET } from './engine.mjs';

const folder = path.join(root, 'deploy/compose');

/** Holds what has a meaning for a shell, for compose and in a URL. */
export const PASSWORD = 'a$HOME/b@c:d#e $$f%41"g';

/** Of the runners of the compose file. */
export const TOKEN = 'registration-token-of-the-check';

/** @type {Record<string, string>} */
const VALUES = {
  POSTGRES_PASSWORD: PASSWORD,
  SWITCHYARD_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  SWITCHYARD_ADMIN_PASSWORD: PASSWORD,
  SWITCHYARD_ADMIN_EMAIL: 'admin@example.com',
  SWITCHYARD_RUNNER_REGISTRATION_TOKEN: TOKEN,
};

const SERVICES = ['postgres', 'redis', 'setup', 'api', 'dispatcher', 'console', 'runner'];
/** podman's service would set limits that this kernel refuses. */
const LIMITS = { ulimits: { nofile: 20_000, nproc: 16_384 } };

/** The compose file of the checkout, on images that are built already. */
export class Compose {
  /**
   * @param {string} program docker-compose
   * @param {string} directory for the settings
   */
  constructor(program, directory) {
    this.program = program;
    this.settings = path.join(directory, '.env');
    this.limits = path.join(directory, 'limits.json');
  }

  /** Fills the example of the settings in. */
  async fillIn() {
    const example = await readFile(path.join(folder, '.env.example'), 'utf8');
    const text = example.replace(
      /^(\w+)=('?)'?$/gm,
      (_, name, quote) => `${name}=${quote}${VALUES[name] ?? ''}${quote}`,
    );
    await writeFile(this.settings, text, { mode: 0o600 });
    await writeFile(
      this.limits,
      JSON.stringify({ services: Object.fromEntries(SERVICES.map((name) => [name, LIMITS])) }),
    );
  }

  /**
   * @param {readonly string[]} args
   * @returns {Promise<string>} what it wrote
   */
  run(...args) {
    const files = ['--file', path.join(folder, 'compose.yaml'), '--file', this.limits];
    const options = [...files, '--project-directory', folder, '--env-file', this.settings];
    return run(this.program, [...options, ...args], {
      env: { PATH: process.env.PATH, DOCKER_HOST: `unix://${SOCKET}` },
    });
  }
}
