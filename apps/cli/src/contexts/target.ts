import { own } from '@switchyard/contracts';
import { CommandError, EXIT } from '../exit-codes.js';
import type { Context, Contexts } from './context-file.js';

/** Server that the command line and the environment name. */
export interface TargetOptions {
  context?: string | undefined;
  server?: string | undefined;
  project?: string | undefined;
}

/** The server of a command, the token for it, and its project by id or name. */
export interface Target {
  server: URL;
  token: string | null;
  project: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where a command goes to. Options win over the environment (`SWITCHYARD_CONTEXT`, `SWITCHYARD_SERVER`,
 * `SWITCHYARD_TOKEN`, `SWITCHYARD_PROJECT`), which wins over the current context. A token of a context is sent to its own
 * server alone.
 * @throws CommandError when no server is named, or a context that does not exist
 */
export function targetOf(options: TargetOptions, env: Environment, contexts: Contexts): Target {
  const context = contextOf(options.context ?? env['SWITCHYARD_CONTEXT'], contexts);
  const server = serverOf(options.server ?? env['SWITCHYARD_SERVER'] ?? context?.server);
  const kept = context && serverAddress(context.server).href === server.href ? context : undefined;
  return {
    server,
    token: env['SWITCHYARD_TOKEN'] ?? kept?.token ?? null,
    project: options.project ?? env['SWITCHYARD_PROJECT'] ?? kept?.project?.toString() ?? null,
  };
}

function contextOf(named: string | undefined, { current, contexts }: Contexts): Context | undefined {
  if (named !== undefined && !Object.hasOwn(contexts, named)) {
    throw new CommandError(`There is no context "${named}". "switchyard contexts" lists them.`, EXIT.usage);
  }
  return own(contexts, named ?? current ?? '');
}

function serverOf(named: string | undefined): URL {
  if (named === undefined) {
    throw new CommandError('You are not signed in. Run "switchyard login SERVER".', EXIT.denied);
  }
  return serverAddress(named);
}

/** The address of a server, without the path of its API. Without a scheme it is `https`. @throws CommandError */
export function serverAddress(text: string): URL {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) {
    throw new CommandError(`"${text}" is no address of a server`, EXIT.usage);
  }
  const url = new URL(address);
  if (url.username || url.password) {
    throw new CommandError('The address of a server holds no login or password', EXIT.usage);
  }
  url.hash = '';
  url.search = '';
  url.pathname = url.pathname.replace(/\/(api\/?)?$/, '') || '/';
  return url;
}
