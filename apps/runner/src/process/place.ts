import type { StdioOptions } from 'node:child_process';
import type { Problem } from '@switchyard/contracts';
import type { Command } from './command.js';
import type { Asked } from './pid-file.js';
import type { ProcessGroup } from './spawn-group.js';
import type { AttemptFiles } from '../files/attempt-files.js';

/** A directory for the sockets of one attempt. */
export interface SocketDirectory {
  /** As programs of the attempt see it; short enough for ssh, which adds 28 characters to it. */
  path: string;
  /** Where this process makes the socket of this name; at most 107 bytes (unix(7)). */
  bindPath(name: string): string;
  /** Gives a socket that was made to the user of the attempt. */
  handOver(name: string): void;
  close(): Promise<void>;
}

/** A directory of this machine that an attempt sees, at its own or another path. */
export interface Bind {
  source: string;
  seen: string;
  isReadOnly?: boolean;
}

/**
 * Where the programs of an attempt run: as which user, and what they see of the machine. Whatever an attempt does to files
 * and processes it does through its place, so that it is done with the rights of that user.
 */
export interface Place {
  readonly files: AttemptFiles;
  /** User of its programs; absent = that of this process. */
  readonly user?: { uid: number; gid: number };
  /** What its programs see elsewhere than it is; absent = nothing. */
  readonly binds?: readonly Bind[];
  /** The attempt on the machine itself, where git of the runner runs; absent = this place. */
  readonly machine?: Place;
  /** Names the tools that an image brings; absent = those of the machine. */
  readonly toolset?: string;
  /** Why the end of a program is not its own; absent or `null` = it is. */
  fault?(): Problem | null;
  /** @throws AttemptFailure when the program cannot be started */
  start(command: Command, stdio: StdioOptions): Promise<ProcessGroup>;
  /** The living processes of the attempt: ids, or the negative id of a group where no other is known. */
  living(groups: readonly number[]): number[];
  /** Kills them at once, also those that appear meanwhile. @returns whether all are gone */
  kill(groups: readonly number[]): Promise<boolean>;
  /**
   * Takes note of the leader of the attempt's processes for a runner that starts after this one was killed.
   * @param asked how it is to be asked then, where it is not to be killed at once; the last call counts
   */
  remember(group: number, asked?: Asked): void;
  openSockets(): Promise<SocketDirectory>;
  /** A new named pipe for the output of tools, which only this process opens by its path. */
  makeOutputPipe(): Promise<string>;
}
