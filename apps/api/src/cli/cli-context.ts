import type { DataSource } from 'typeorm';
import type { CliOptions } from './cli-args.js';
import type { CliConfig, OfflineConfig } from './cli-config.js';
import type { Terminal } from './terminal.js';

/** What a command works with. */
export interface CliContext {
  options: CliOptions;
  config: CliConfig;
  dataSource: DataSource;
  terminal: Terminal;
}

/** What a command without a database works with. */
export interface OfflineContext {
  options: CliOptions;
  config: OfflineConfig;
  terminal: Terminal;
}
