import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../slow-provider/main.mjs', import.meta.url));
const registries = ['registry.terraform.io', 'registry.opentofu.org'];
const platform = `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}`;

/** A provider whose resource takes its time, ready to be used by terraform; see `slow-provider/main.mjs`. */
export interface SlowProvider {
  /** What terraform runs with, so that it finds the provider. */
  env: { TF_CLI_CONFIG_FILE: string };
  /** A configuration of one resource, `slow_thing.made`, that writes to the journal of this name. */
  configuration(thing: SlowThing): string;
  /** What the provider has done for the journal of this name, a line each; nothing before the first. */
  journal(name: string): string[];
}

export interface SlowThing {
  journal: string;
  /** How long its creation takes. */
  seconds: number;
  /** It does not end what it does when it is asked to. */
  ignoresStop?: boolean;
}

/** Puts the provider and its journals into a directory, which must be there. */
export function installSlowProvider(dir: string): SlowProvider {
  const mirror = join(dir, 'mirror');
  registries.forEach((registry) => installAt(join(mirror, registry, 'switchyard/slow/1.0.0', platform)));
  const config = join(dir, 'terraform.rc');
  writeFileSync(
    config,
    `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(mirror)}\n  }\n}\n`,
  );
  const journalFile = (name: string): string => join(dir, `journal-${name}`);
  return {
    env: { TF_CLI_CONFIG_FILE: config },
    configuration: (thing) => configuration({ ...thing, journal: journalFile(thing.journal) }),
    journal: (name) => (existsSync(journalFile(name)) ? linesOf(journalFile(name)) : []),
  };
}

function installAt(place: string): void {
  mkdirSync(place, { recursive: true });
  const file = join(place, 'terraform-provider-slow_v1.0.0');
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${program}'\n`);
  chmodSync(file, 0o755);
}

const configuration = ({ journal, seconds, ignoresStop = false }: SlowThing): string => `
terraform {
  required_providers {
    slow = { source = "switchyard/slow" }
  }
}
resource "slow_thing" "made" {
  journal      = ${JSON.stringify(journal)}
  seconds      = ${seconds}
  ignores_stop = ${ignoresStop}
}
`;

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').trimEnd().split('\n');
