import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceSettings } from './systemd-unit.js';

/** What systemd gives a service (systemd.exec(5)). */
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Runs a service by its unit file where no systemd runs: the unit's command, as its user and group, with its
 * environment, state directory, umask and rule of restarting. Control groups are stood in for by the user: what is
 * left of a service is whatever runs as its user. Not emulated is what narrows a service's view of the machine.
 */
export class Service {
  private readonly settings: ServiceSettings;
  private child: ChildProcess | undefined;
  private restart: NodeJS.Timeout | undefined;
  private stopping = false;
  private text = '';

  /** How often the command was started. */
  starts = 0;
  /** `failed`: ended, and the unit does not restart it. */
  state: 'running' | 'restarting' | 'failed' | 'stopped' = 'stopped';
  exitCode: number | null = null;

  constructor(readonly unitFile: string) {
    this.settings = new ServiceSettings(unitFile);
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** Everything the service has written. */
  get output(): string {
    return this.text;
  }

  /** Ids of the processes that run as the service's user. */
  get processes(): number[] {
    return processesOf(this.id('-u', 'User'));
  }

  start(): void {
    this.stopping = false;
    this.state = 'running';
    this.starts++;
    const [user, home] = [this.settings.one('User'), this.settings.one('WorkingDirectory')];
    const owner = { uid: this.id('-u', 'User'), gid: this.id('-g', 'Group') };
    this.makeStateDirectory(owner);
    const limits = `umask ${this.settings.one('UMask')}; exec "$@"`;
    const child = spawn('sh', ['-c', limits, 'sh', ...this.settings.words('ExecStart')], {
      ...owner,
      cwd: home,
      env: { PATH: SYSTEM_PATH, LANG: 'C.UTF-8', USER: user, LOGNAME: user, HOME: home, ...this.settings.environment },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    [child.stdout, child.stderr].forEach((stream) => stream.on('data', (chunk) => (this.text += String(chunk))));
    child.once('exit', (code) => this.onExit(code));
    this.child = child;
  }

  /** TERM to the command, KILL for what it leaves behind (`KillMode=mixed`). */
  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.restart);
    const child = this.child;
    if (child && child.exitCode === null && child.signalCode === null) {
      const force = setTimeout(() => child.kill('SIGKILL'), Number(this.settings.one('TimeoutStopSec')) * 1000);
      child.kill('SIGTERM');
      await once(child, 'exit');
      clearTimeout(force);
    }
    this.state = 'stopped';
  }

  private onExit(code: number | null): void {
    this.exitCode = code;
    this.processes.forEach((pid) => process.kill(pid, 'SIGKILL'));
    if (this.stopping) {
      return;
    }
    if (code !== null && this.settings.words('RestartPreventExitStatus').includes(String(code))) {
      this.state = 'failed';
      return;
    }
    this.state = 'restarting';
    this.restart = setTimeout(() => this.start(), Number(this.settings.one('RestartSec')) * 1000);
  }

  private makeStateDirectory({ uid, gid }: { uid: number; gid: number }): void {
    const directory = join('/var/lib', this.settings.one('StateDirectory'));
    mkdirSync(directory, { recursive: true });
    chownSync(directory, uid, gid);
    chmodSync(directory, Number.parseInt(this.settings.one('StateDirectoryMode'), 8));
  }

  private id(option: '-u' | '-g', name: 'User' | 'Group'): number {
    return Number(execFileSync('id', [option, this.settings.one(name)], { encoding: 'utf8' }));
  }
}

function processesOf(uid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isAliveOf(name, uid))
    .map(Number);
}

function isAliveOf(pid: string, uid: number): boolean {
  try {
    return statSync(`/proc/${pid}`).uid === uid && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
