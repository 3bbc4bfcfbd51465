import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { hasTerraform } from './has-terraform.js';

/** The suite runs where `terraform` is installed, and counts as skipped elsewhere. */
export const describeWithTerraform = hasTerraform() ? describe : describe.skip;

/** Where the configurations of a test keep their state, outside every checkout. */
export class TerraformStates {
  private readonly dir = mkdtempSync(join(tmpdir(), 'switchyard-states-'));

  path(name: string): string {
    return join(this.dir, `${name}.tfstate`);
  }

  /** Names of the resources in a state; empty before the first apply. */
  resources(name: string): string[] {
    try {
      const state = JSON.parse(readFileSync(this.path(name), 'utf8')) as {
        resources: { name: string; instances: unknown[] }[];
      };
      return state.resources.flatMap((each) => each.instances.map((_, i) => `${each.name}[${i}]`));
    } catch {
      return [];
    }
  }

  /** A configuration that needs no provider from elsewhere: `count` resources of this name. */
  configuration(name: string, resource: string, count: number, more = ''): string {
    return [
      `terraform {`,
      `  backend "local" {`,
      `    path = "${this.path(name)}"`,
      `  }`,
      `}`,
      `resource "terraform_data" "${resource}" {`,
      `  count = ${count}`,
      `  input = "box"`,
      more,
      `}`,
      ``,
    ].join('\n');
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}
