import { throwIfStopped } from '../attempt-failure.js';
import type { Workspace } from '../attempt/workspace.js';
import { captureOutput } from '../process/capture-output.js';
import type { AttemptContext } from '../attempt/attempt-context.js';
import type { GitAccess } from './git-access.js';
import { explainGitFailure, GitFailure } from './git-failure.js';
import { tryAgain } from './try-again.js';

/** Files of a repository get the usual modes: deploy tools copy them to their targets. */
const GIT_UMASK = 0o022;

/** Runs git for one repository of an attempt. The error stream of git goes to the task's log. */
export class GitClient {
  constructor(
    readonly access: GitAccess,
    private readonly workspace: Workspace,
    private readonly context: Pick<AttemptContext, 'stop' | 'log' | 'gitPauses'>,
  ) {}

  /** Writes a line of the runner to the task's log. */
  note(text: string): void {
    this.context.log.system(text);
  }

  /**
   * Runs a command that talks to the server, again after a pause as long as the server is away.
   * @throws as {@link GitClient.run}
   */
  runRemote(args: readonly string[], cwd?: string): Promise<string> {
    const isAway = (error: unknown): boolean => error instanceof GitFailure && error.kind === 'unreachable';
    return tryAgain(() => this.run(args, cwd), { ...this.context, isAway, pauses: this.context.gitPauses });
  }

  /**
   * @returns standard output.
   * @throws GitFailure when git fails, AttemptStopped when the attempt must stop.
   */
  async run(args: readonly string[], cwd: string = this.workspace.dir): Promise<string> {
    throwIfStopped(this.context.stop);
    const command = { file: 'git', args, cwd, env: this.access.env, umask: GIT_UMASK };
    const { place } = this.workspace;
    const end = await captureOutput(command, { place: place.machine ?? place, stop: this.context.stop });
    throwIfStopped(this.context.stop);
    if (end.stderr) {
      this.context.log.write(Buffer.from(end.stderr));
    }
    if (end.exitCode !== 0) {
      throw explainGitFailure(end.stderr, this.access.url.url);
    }
    return end.stdout;
  }
}
