import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { run } from './run.mjs';

/** Debian packages the tests need, with a program, or a library below the directory of its architecture, that shows each is there. */
const programs = {
  'chromium-headless-shell': 'chromium-headless-shell',
  'ansible-core': 'ansible-playbook',
  'openssh-server': 'sshd',
  'openssh-client': 'ssh',
  sshpass: 'sshpass',
  'redis-server': 'redis-server',
  git: 'git',
  'git-lfs': 'git-lfs',
  slapd: 'slapd',
  'mariadb-server': 'mariadbd',
  datefudge: 'datefudge',
  bubblewrap: 'bwrap',
  rpm: 'rpmbuild',
  prometheus: 'prometheus',
  pgbouncer: 'pgbouncer',
  'nginx-light': 'nginx',
  rsyslog: 'rsyslogd',
  'rsyslog-gnutls': 'rsyslog/lmnsd_gtls.so',
};

/**
 * Installs what is missing where that is possible, on Debian as root.
 * @returns {Promise<string[]>} the programs that are still missing
 */
export async function ensurePackages() {
  const missing = missingPackages();
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log(`Installing ${missing.join(', ')}`);
    await installPackages(missing);
  }
  return missingPackages().map((name) => programs[name]);
}

/** @returns {(keyof typeof programs)[]} */
function missingPackages() {
  const names = /** @type {(keyof typeof programs)[]} */ (Object.keys(programs));
  return names.filter((name) => !isInstalled(programs[name]));
}

/** @param {string[]} names */
async function installPackages(names) {
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...names]]) {
    const { ok, output } = await run('apt-get', args, { env: { DEBIAN_FRONTEND: 'noninteractive' } });
    if (!ok) {
      console.error(output);
      return;
    }
  }
}

/** @param {string} program */
function isInstalled(program) {
  if (program.endsWith('.so')) {
    return (
      existsSync('/usr/lib') &&
      readdirSync('/usr/lib').some((architecture) => existsSync(path.join('/usr/lib', architecture, program)))
    );
  }
  const directories = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'];
  return directories.some((directory) => isExecutable(path.join(directory, program)));
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
