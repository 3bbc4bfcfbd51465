import { hostname } from 'node:os';
import { own, type User } from '@switchyard/contracts';
import { ApiClient } from '../client/api-client.js';
import { languageOfEnvironment } from '../client/sentences.js';
import { SignInSession } from '../client/sign-in-session.js';
import { type Context, contextFile, readContexts, writeContexts } from '../contexts/context-file.js';
import { serverAddress } from '../contexts/target.js';
import { CommandError, EXIT } from '../exit-codes.js';
import { formatOf, printList } from '../output/print.js';
import { ask, readInput, type Terminal } from '../terminal.js';
import { tokenByBrowser } from './browser-sign-in.js';
import type { Registry } from './register.js';

/** Bytes of a token that is read from stdin. */
const MAX_TOKEN = 1_024;

interface LoginOptions {
  name?: string;
  username?: string;
  browser?: boolean;
  token?: boolean;
  tokenStdin?: boolean;
}

/** Commands that sign in and out, and choose a server. */
export function addSignIn({ program, terminal }: Registry): void {
  program
    .command('login <server>')
    .description('Sign in to a server, and use it from now on')
    .option('--name <context>', 'name of the context (default: the host of the server)')
    .option('--username <login>', 'sign in by password, which makes a token for this machine')
    .option('--browser', 'confirm in the console (default on a terminal)')
    .option('--token', 'ask for an API token')
    .option('--token-stdin', 'read an API token from stdin')
    .action((server: string, options: LoginOptions) => login(terminal, server, options));
  program
    .command('logout')
    .description('Forget the current context')
    .action(() => logout(terminal));
  addContexts(program.command('contexts').description('List the servers that you are signed in to'), terminal);
}

function addContexts(contexts: ReturnType<Registry['program']['command']>, terminal: Terminal): void {
  contexts
    .command('list', { isDefault: true })
    .description('List contexts')
    .action((_: unknown, command: { optsWithGlobals: () => { output: string } }) =>
      listContexts(terminal, command.optsWithGlobals().output),
    );
  contexts
    .command('use <context>')
    .description('Choose the server that commands go to')
    .action((name: string) => useContext(terminal, name));
}

async function login(terminal: Terminal, address: string, options: LoginOptions): Promise<void> {
  const server = serverAddress(address);
  const language = languageOfEnvironment(terminal.env);
  const token = await tokenFor(terminal, server, language, options);
  const client = new ApiClient({ server, token, language });
  const user = await client.get<User>('/api/user').finally(() => client.close());
  const file = contextFile(terminal.env);
  const { contexts } = await readContexts(file);
  const name = options.name ?? server.host;
  await writeContexts(file, { current: name, contexts: { ...contexts, [name]: { server: server.href, token } } });
  terminal.stdout.write(`Signed in to ${server.host} as ${user.username}.\n`);
}

async function tokenFor(terminal: Terminal, server: URL, language: string, options: LoginOptions): Promise<string> {
  if (options.username !== undefined) {
    return tokenByPassword(terminal, new SignInSession({ server, language }), options.username);
  }
  if (options.tokenStdin) {
    return (await readInput(terminal, MAX_TOKEN)).trim();
  }
  if (options.browser || (terminal.stdin.isTTY && !options.token)) {
    return tokenByBrowser(terminal, server, language);
  }
  terminal.stderr.write(`Make an API token in your account at ${server.href}\n`);
  return (await ask(terminal, 'API token', { hidden: true })).trim();
}

/** Signs in, makes a token, and signs out again. */
async function tokenByPassword(terminal: Terminal, session: SignInSession, username: string): Promise<string> {
  const password = await ask(terminal, `Password of ${username}`, { hidden: true });
  if (await session.begin(username, password)) {
    await session.verify(await ask(terminal, 'Code of your authenticator, or of the mail that was sent'));
  }
  const token = await session.makeToken(`switchyard on ${hostname()}`);
  await session.end();
  return token;
}

async function logout(terminal: Terminal): Promise<void> {
  const file = contextFile(terminal.env);
  const { current, contexts } = await readContexts(file);
  const gone = own(contexts, current ?? '');
  if (gone === undefined) {
    throw new CommandError('You are not signed in', EXIT.denied);
  }
  await endToken(terminal, gone);
  const kept = Object.fromEntries(Object.entries(contexts).filter(([name]) => name !== current));
  await writeContexts(file, { current: Object.keys(kept)[0] ?? null, contexts: kept });
}

/** The token ends with its context. One that may not end itself is named, so that a person can. */
async function endToken(terminal: Terminal, { server, token }: Context): Promise<void> {
  const client = new ApiClient({ server: new URL(server), token, language: languageOfEnvironment(terminal.env) });
  try {
    await client.delete(`/api/user/tokens/${token.slice(0, 8)}`);
  } catch {
    terminal.stderr.write(`The token ${token.slice(0, 8)}… is still valid: end it in your account at ${server}\n`);
  } finally {
    client.close();
  }
}

async function listContexts(terminal: Terminal, output: string): Promise<void> {
  const { current, contexts } = await readContexts(contextFile(terminal.env));
  const rows = Object.entries(contexts).map(([name, { server }]) => ({ name, server, current: name === current }));
  await printList(terminal, formatOf(output), rows, [
    { title: '', text: (row) => (row.current ? '*' : '') },
    { title: 'NAME', text: ({ name }) => name },
    { title: 'SERVER', text: ({ server }) => server },
  ]);
}

async function useContext(terminal: Terminal, name: string): Promise<void> {
  const file = contextFile(terminal.env);
  const kept = await readContexts(file);
  if (!Object.hasOwn(kept.contexts, name)) {
    throw new CommandError(`There is no context "${name}". "switchyard contexts" lists them.`, EXIT.usage);
  }
  await writeContexts(file, { ...kept, current: name });
}
