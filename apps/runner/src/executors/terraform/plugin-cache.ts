import { join } from 'node:path';
import { KeyedLimiter } from '@switchyard/concurrency';
import type { AttemptFiles } from '../../files/attempt-files.js';

/** Host, namespace, type, version and platform: the directories above the files of a provider. */
const LEVELS = 5;

/** Initialisations that share a cache take turns: the cache is not made for two writers. */
const initialisations = new KeyedLimiter();

/**
 * Where the providers of a project are kept between tasks: one directory per project, because a task may write to it. A package
 * in it is never written again, because another task may be running it.
 * https://developer.hashicorp.com/terraform/cli/config/config-file#provider-plugin-cache
 */
export class PluginCache {
  readonly path: string;

  constructor(
    private readonly files: AttemptFiles,
    cacheDir: string,
    projectId: number,
  ) {
    this.path = join(cacheDir, 'terraform-plugins', String(projectId));
  }

  /**
   * Variables with which the tools use the cache. Without the second one `init` takes nothing out of the cache that a lock file
   * does not name, but writes each package again in its place. In exchange a lock file that the tool makes knows the platform of
   * this machine alone, so that a plan is applied on the platform that made it.
   */
  async environment(): Promise<Record<string, string>> {
    await this.files.makeDirectory(this.path);
    return { TF_PLUGIN_CACHE_DIR: this.path, TF_PLUGIN_CACHE_MAY_BREAK_DEPENDENCY_LOCK_FILE: '1' };
  }

  /** Lets an initialisation write, one at a time. Half-written files of an interrupted one are removed first. */
  fill<T>(initialise: () => Promise<T>, isWhole: (result: T) => boolean): Promise<T> {
    return initialisations.run(this.path, async () => {
      await this.removeHalfWritten();
      await this.files.write(this.marker, '');
      const result = await initialise();
      if (isWhole(result)) {
        await this.files.remove(this.marker);
      }
      return result;
    });
  }

  /** There while an initialisation writes. */
  private get marker(): string {
    return `${this.path}.writing`;
  }

  private async removeHalfWritten(): Promise<void> {
    const cutOff = await this.files.facts(this.marker);
    for (const path of cutOff ? await this.packages() : []) {
      const facts = await this.files.facts(path);
      if (cutOff && (!facts || facts.mtimeMs >= cutOff.mtimeMs)) {
        await this.files.remove(path);
      }
    }
  }

  private async packages(): Promise<string[]> {
    let paths = [this.path];
    for (let level = 0; level < LEVELS; level++) {
      const entries = await Promise.all(paths.map((path) => this.files.list(path)));
      paths = entries.flatMap((found, i) => found.map(({ name }) => join(paths[i] ?? '', name)));
    }
    return paths;
  }
}
