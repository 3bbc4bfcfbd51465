import type { DataSource } from 'typeorm';
import type { CliOptions } from './cli-args.js';
import type { CliConfig } from './cli-config.js';
import type { Terminal } from './terminal.js';

/** What a command works with. */
export interface CliContext {
  options: CliOptions;
  config: CliConfig;
  dataSource: DataSource;
  terminal: Terminal;
}
