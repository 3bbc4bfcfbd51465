import { join } from 'node:path';
import { messageOf } from '@switchyard/concurrency';
import { type GivenIdTokens, idTokenFileVariable, type Job, problem } from '@switchyard/contracts';
import type { AttemptContext, IdTokenFacts } from '../attempt/attempt-context.js';
import type { Workspace } from '../attempt/workspace.js';
import { AttemptFailure } from '../attempt-failure.js';
import type { Commit } from '../git/commit.js';

type Tokens = GivenIdTokens['tokens'];

/**
 * Gets the ID tokens of a job, if any: each is in the environment of its tools, with the path of a file that holds a fresh one until
 * the workspace closes. The user of the attempt alone can read the file.
 * @returns the context with a job that has the variables
 * @throws AttemptFailure when there are none
 */
export async function withIdTokens(
  context: AttemptContext,
  workspace: Workspace,
  commit: Commit | null,
): Promise<AttemptContext> {
  const { job, stop } = context;
  const variables = job.id_tokens ?? [];
  if (variables.length === 0) {
    return context;
  }
  const facts = {
    ...(commit && { commit_hash: commit.hash }),
    ...(commit?.branch && { commit_branch: commit.branch }),
  };
  const given = await context.requestIdTokens(facts, stop).catch((error: unknown) => {
    throw stop.aborted ? error : new AttemptFailure(problem('id_tokens_not_given', { reason: messageOf(error) }));
  });
  const files = new Map(variables.map((name, at) => [name, join(workspace.secrets, `id-token-${at + 1}`)]));
  await writeTokens(workspace, files, given.tokens);
  keepFresh({ context, workspace, files, facts }, given.seconds);
  return { ...context, job: withVariables(job, files, given.tokens) };
}

/** No variable group has one of the variables, or the file of one. */
function withVariables(job: Job, files: ReadonlyMap<string, string>, tokens: Tokens): Job {
  const paths = Object.fromEntries([...files].map(([name, path]) => [idTokenFileVariable(name), path]));
  const values = Object.fromEntries(
    tokens.filter(({ variable }) => files.has(variable)).map(({ variable, token }) => [variable, token]),
  );
  const others = <T>(all: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !Object.hasOwn(paths, name) && !files.has(name)));
  return { ...job, env: { ...others(job.env), ...paths }, secret_env: { ...others(job.secret_env), ...values } };
}

/** A reader finds the whole of one token at any time. */
async function writeTokens({ files }: Workspace, paths: ReadonlyMap<string, string>, tokens: Tokens): Promise<void> {
  for (const { variable, token } of tokens) {
    const path = paths.get(variable);
    if (path !== undefined) {
      await files.write(`${path}.new`, token);
      await files.rename(`${path}.new`, path);
    }
  }
}

interface FreshFiles {
  context: AttemptContext;
  workspace: Workspace;
  /** Paths by variable. */
  files: ReadonlyMap<string, string>;
  facts: IdTokenFacts;
}

/** Renews the files at half the life of their tokens. @param seconds that they are valid */
function keepFresh({ context, workspace, files, facts }: FreshFiles, seconds: number): void {
  const closing = new AbortController();
  let renewal = Promise.resolve();
  const schedule = (valid: number): NodeJS.Timeout => setTimeout(() => void (renewal = renew()), valid * 500);
  let timer = schedule(seconds);
  const renew = async (): Promise<void> => {
    try {
      const given = await context.requestIdTokens(facts, closing.signal);
      await writeTokens(workspace, files, given.tokens);
      timer = schedule(given.seconds);
    } catch (error) {
      if (!closing.signal.aborted) {
        context.log.system(`The ID tokens could not be renewed: ${messageOf(error)}`);
      }
    }
  };
  workspace.onClose(async () => {
    closing.abort();
    await renewal;
    clearTimeout(timer);
  });
}
