import type { Project } from '@switchyard/contracts';
import { ApiClient } from './client/api-client.js';
import { languageOfEnvironment } from './client/sentences.js';
import { contextFile, readContexts } from './contexts/context-file.js';
import { type TargetOptions, targetOf } from './contexts/target.js';
import { CommandError, EXIT } from './exit-codes.js';
import { findNamed } from './find-named.js';
import { type Format, formatOf } from './output/print.js';
import type { Terminal } from './terminal.js';

/** Options that every command takes. */
export interface CommonOptions extends TargetOptions {
  output: string;
}

/** A command's access to its server, and how it writes what it found. */
export class Invocation {
  constructor(
    readonly client: ApiClient,
    readonly terminal: Terminal,
    readonly format: Format,
    private readonly projectName: string | null,
    /** Whether command line or environment name the project, not the context. */
    readonly isProjectGiven: boolean,
  ) {}

  /** Of sentences, a BCP 47 tag. */
  get language(): string {
    return languageOfEnvironment(this.terminal.env);
  }

  /** The project of the command. @throws CommandError when none is named, or it is not there */
  async project(): Promise<Project> {
    if (this.projectName === null) {
      throw new CommandError('Name a project by --project, or choose one by "switchyard projects use"', EXIT.usage);
    }
    return findNamed('project', await this.client.get<Project[]>('/api/projects'), this.projectName);
  }

  /** Path of a route of the project, which begins with `/`. */
  async pathInProject(path: string): Promise<string> {
    return `/api/project/${(await this.project()).id}${path}`;
  }
}

/** @throws CommandError when no server is known, or the format is none */
export async function openInvocation(options: CommonOptions, terminal: Terminal): Promise<Invocation> {
  const format = formatOf(options.output);
  const { server, token, project } = targetOf(options, terminal.env, await readContexts(contextFile(terminal.env)));
  const client = new ApiClient({ server, token, language: languageOfEnvironment(terminal.env) });
  const isProjectGiven = (options.project ?? terminal.env['SWITCHYARD_PROJECT']) !== undefined;
  return new Invocation(client, terminal, format, project, isProjectGiven);
}
