import type { DataSource } from 'typeorm';
import type { CliOptions } from './cli-args.js';
import type { CliConfig, OfflineConfig } from './cli-config.js';
import type { Terminal } from './terminal.js';

/** Context of a command. */
export interface CliContext {
  options: CliOptions;
  config: CliConfig;
  dataSource: DataSource;
  terminal: Terminal;
}

/** Context of a command without a database. */
export interface OfflineContext {
  options: CliOptions;
  config: OfflineConfig;
  terminal: Terminal;
}
