import { createReadStream } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { Artifact, InstallInfo } from '@switchyard/contracts';
import type { Logger } from '@switchyard/server';
import type { ApiConfig } from '../../platform/config.js';
import { notFound } from '../../platform/http/refusals.js';
import { API_CONFIG, LOGGER } from '../../platform/infrastructure/tokens.js';
import { VERSION } from '../../platform/version.js';
import { OwnProgramsService } from './own-programs.service.js';
import { listedFiles } from './release-files.js';

/** The packages of a release, from the directory that the settings name. */
@Injectable()
export class ReleaseService {
  constructor(
    @Inject(API_CONFIG) private readonly config: ApiConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly programs: OwnProgramsService,
  ) {}

  async info(): Promise<InstallInfo> {
    const { runner, cli } = this.programs;
    const [ownRunner, ownCli, artifacts] = await Promise.all([runner.facts(), cli.facts(), this.artifacts()]);
    return { version: VERSION, runner: ownRunner, cli: ownCli, artifacts };
  }

  /** @throws 404 unless the release lists the file */
  async open(file: string): Promise<{ stream: Readable; artifact: Artifact }> {
    const artifact = (await this.artifacts()).find((one) => one.file === file);
    const directory = this.config.SWITCHYARD_RELEASE_DIR;
    if (artifact === undefined || directory === undefined) {
      throw notFound();
    }
    return { stream: createReadStream(join(directory, artifact.file)), artifact };
  }

  /** None when the directory cannot be read: the other configurations are still of use. */
  private async artifacts(): Promise<Artifact[]> {
    const directory = this.config.SWITCHYARD_RELEASE_DIR;
    if (directory === undefined) {
      return [];
    }
    try {
      const listed = listedFiles(await readFile(join(directory, 'SHA256SUMS'), 'utf8'));
      const found = await Promise.all(listed.map((file) => withSize(directory, file)));
      return found.filter((artifact) => artifact !== null);
    } catch (error) {
      this.logger.warn({ error }, 'the directory of the release cannot be read');
      return [];
    }
  }
}

/** Null for what is not a plain file of the directory. */
async function withSize(directory: string, listed: Omit<Artifact, 'size'>): Promise<Artifact | null> {
  const stat = await lstat(join(directory, listed.file)).catch(() => null);
  return stat?.isFile() ? { ...listed, size: stat.size } : null;
}
