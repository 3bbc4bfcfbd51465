import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../slow-provider', import.meta.url));
const registries = ['registry.terraform.io', 'registry.opentofu.org'];
const platform = `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}`;

/** A provider whose resources take their time, ready to be used by terraform; see `slow-provider/main.mjs`. */
export interface SlowProvider {
  /** Environment of terraform, so that it finds the provider. */
  env: { TF_CLI_CONFIG_FILE: string };
  /** A configuration of resources `slow_thing`, each with the name of the journal to which it writes. */
  configuration(...things: SlowThing[]): string;
  /**
   * A configuration whose things are the members of the variable `things`: the name of its journal, and the seconds that its creation
   * takes.
   */
  configurationOfVariable(): string;
  /** Actions of the provider for the journal of this name, a line each; none before the first. */
  journal(name: string): string[];
  /** How many things of this journal there are outside of any state: more than one is one too many. */
  made(name: string): number;
  /** Deletes the thing of this journal as somebody outside of terraform would. */
  remove(name: string): void;
  /** Lets things end that wait for the gate of this name. */
  open(gate: string): void;
}

export interface SlowThing {
  journal: string;
  /** How long its creation takes at least. */
  seconds?: number;
  /** Until this gate is opened its creation lasts. */
  gate?: string;
  /** How its creation ends. Default: well. */
  ends?: 'fails' | 'crashes' | 'hangs';
  /** It does not end what it does when it is asked to. */
  ignoresStop?: boolean;
}

/** Puts the provider and its journals into a directory, which must be there; who reaches it needs nothing else. */
export function installSlowProvider(dir: string): SlowProvider {
  const mirror = join(dir, 'mirror');
  const copy = join(dir, 'program');
  cpSync(program, copy, { recursive: true });
  registries.forEach((registry) =>
    installAt(join(copy, 'main.mjs'), join(mirror, registry, 'switchyard/slow/1.0.0', platform)),
  );
  const config = join(dir, 'terraform.rc');
  writeFileSync(
    config,
    `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(mirror)}\n  }\n}\n`,
  );
  const file = (kind: string, name: string): string => join(dir, `${kind}-${name}`);
  const journal = (name: string): string[] => linesOf(file('journal', name));
  const count = (name: string, line: string): number => journal(name).filter((each) => each === line).length;
  return {
    env: { TF_CLI_CONFIG_FILE: config },
    configurationOfVariable: () => REQUIRED + ofVariable(file('journal', '${each.key}')),
    configuration: (...things) => REQUIRED + things.map((thing) => resource(thing, file)).join(''),
    journal,
    made: (name) => count(name, 'create begins') - count(name, 'deleted'),
    remove: (name) => appendFileSync(file('journal', name), 'deleted\n'),
    open: (gate) => writeFileSync(file('gate', gate), ''),
  };
}

function installAt(main: string, place: string): void {
  mkdirSync(place, { recursive: true });
  const file = join(place, 'terraform-provider-slow_v1.0.0');
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${main}'\n`);
  chmodSync(file, 0o755);
}

const REQUIRED = `
terraform {
  required_providers {
    slow = { source = "switchyard/slow" }
  }
}
`;

function resource(
  { journal, seconds = 0, gate, ends, ignoresStop = false }: SlowThing,
  file: (kind: string, name: string) => string,
): string {
  const members = {
    journal: file('journal', journal),
    seconds,
    ...(gate !== undefined && { gate: file('gate', gate) }),
    ...(ends !== undefined && { ends }),
    ...(ignoresStop && { ignores_stop: true }),
  };
  const lines = Object.entries(members).map(([name, value]) => `  ${name} = ${JSON.stringify(value)}\n`);
  return `resource "slow_thing" "${journal}" {\n${lines.join('')}}\n`;
}

const ofVariable = (journal: string): string => `
variable "things" { type = map(number) }
resource "slow_thing" "each" {
  for_each = var.things
  journal  = "${journal}"
  seconds  = each.value
}
`;

const linesOf = (file: string): string[] => (existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []);
