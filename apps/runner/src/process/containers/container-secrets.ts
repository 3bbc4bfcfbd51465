import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { problem } from '@switchyard/contracts';
import { AttemptFailure } from '../../attempt-failure.js';
import type { ContainerEngine } from './container-engine.js';

interface SecretsParts {
  engine: ContainerEngine;
  attemptDir: string;
  /** Begin of their names. */
  prefix: string;
}

/**
 * Variables of several lines, which the engine keeps for the containers of an attempt: no file of variables holds them, and by its own
 * environment somebody could steer the engine.
 */
export class ContainerSecrets {
  /** Names by variable and value. */
  private readonly names = new Map<string, string>();

  constructor(private readonly parts: SecretsParts) {}

  /**
   * @returns the names by the variables
   * @throws AttemptFailure when the engine has no secrets
   */
  async keep(variables: readonly [name: string, value: string][]): Promise<Map<string, string>> {
    const kept = new Map<string, string>();
    for (const [variable, value] of variables) {
      const id = `${variable}\0${value}`;
      const name = this.names.get(id) ?? `${this.parts.prefix}-secret-${this.names.size + 1}`;
      if (!this.names.has(id) && !(/^\w+$/.test(variable) && (await this.keepValue(name, value)))) {
        throw new AttemptFailure(problem('container_variable', { name: variable }));
      }
      this.names.set(id, name);
      kept.set(variable, name);
    }
    return kept;
  }

  remove(): Promise<void> {
    return this.parts.engine.removeSecrets([...this.names.values()]);
  }

  private async keepValue(name: string, value: string): Promise<boolean> {
    const { engine, attemptDir } = this.parts;
    const path = join(attemptDir, name);
    writeFileSync(path, value, { flag: 'wx', mode: 0o600 });
    const isKept = await engine.keepSecret(name, path);
    rmSync(path, { force: true });
    return isKept;
  }
}
