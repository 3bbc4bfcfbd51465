import { readFileSync } from 'node:fs';

/** Settings of a unit file by section and name; a name that stands several times has several values. */
export type UnitSettings = Record<string, Record<string, string[]>>;

/** Reads a unit file (systemd.syntax(7)), without line continuations. */
function readUnit(file: string): UnitSettings {
  const unit: UnitSettings = {};
  let section: Record<string, string[]> = {};
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const header = /^\[(.+)\]$/.exec(line)?.[1];
    const [, name, value] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
    if (header) {
      section = unit[header] ??= {};
    } else if (name && value !== undefined) {
      (section[name] ??= []).push(value);
    }
  }
  return unit;
}

/** What is emulated, and what only narrows what a service may do. */
const EMULATED = new Set(
  `Type User Group UMask StateDirectory StateDirectoryMode WorkingDirectory Environment EnvironmentFile ExecStart
  Restart RestartSec RestartPreventExitStatus KillMode TimeoutStopSec`.split(/\s+/),
);
const NARROWING = new Set(
  'OOMPolicy LimitNOFILE PrivateTmp ProtectKernelModules ProtectKernelTunables RestrictRealtime'.split(' '),
);

/** Settings of the section `[Service]`. A setting that is not known here is an error, so that none is overlooked. */
export class ServiceSettings {
  private readonly settings: Record<string, string[]>;

  constructor(unitFile: string) {
    this.settings = readUnit(unitFile)['Service'] ?? {};
    const unknown = Object.keys(this.settings).filter((name) => !EMULATED.has(name) && !NARROWING.has(name));
    if (unknown.length > 0 || this.one('KillMode') !== 'mixed' || this.one('Restart') !== 'always') {
      throw new Error(`The unit has what this check does not know: ${unknown.join(', ') || 'KillMode, Restart'}`);
    }
  }

  /** The value that stands last, as in systemd. */
  one(name: string): string {
    const value = this.settings[name]?.at(-1);
    if (value === undefined) {
      throw new Error(`The unit has no ${name}`);
    }
    return value;
  }

  /** The words of a setting. */
  words(name: string): string[] {
    return this.one(name).split(/\s+/);
  }

  /** `Environment=`, then the files of `EnvironmentFile=` that are there. */
  get environment(): Record<string, string> {
    const own = (this.settings['Environment'] ?? []).flatMap((value) => value.split(/\s+/));
    const files = (this.settings['EnvironmentFile'] ?? []).flatMap(linesOf);
    return Object.fromEntries([...own, ...files].map((text) => text.split(/=(.*)/s).slice(0, 2)));
  }
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file.replace(/^-/, ''), 'utf8')
      .split('\n')
      .filter((line) => /^\w+=/.test(line));
  } catch (error) {
    if (file.startsWith('-')) {
      return [];
    }
    throw error;
  }
}
