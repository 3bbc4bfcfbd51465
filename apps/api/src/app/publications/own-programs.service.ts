import { fileURLToPath } from 'node:url';
import { Inject, Injectable } from '@nestjs/common';
import { ownFile } from '../../own-file.js';
import { VERSION } from '../../platform/version.js';
import { installScript } from './install-script.js';
import { OwnProgram } from './own-program.js';

/** Files of the programs that other machines run. */
export interface OwnFiles {
  runner: string;
  cli: string;
}

export const OWN_FILES = Symbol('OWN_FILES');

/** Where this checkout builds them. */
export const BUILT_FILES: OwnFiles = {
  runner: fileURLToPath(ownFile('../../runner/dist/runner.cjs')),
  cli: fileURLToPath(ownFile('../../cli/dist/switchyard.cjs')),
};

/** The runner and the command line that this server brings. */
@Injectable()
export class OwnProgramsService {
  readonly runner: OwnProgram;
  readonly cli: OwnProgram;

  constructor(@Inject(OWN_FILES) { runner, cli }: OwnFiles) {
    this.runner = new OwnProgram(runner);
    this.cli = new OwnProgram(cli);
  }

  /** Installs the runner. @throws 404 when this server brings none */
  async script(): Promise<string> {
    return installScript(VERSION, (await this.runner.require()).sha256);
  }
}
