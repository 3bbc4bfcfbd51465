import type { ImportedUser, ImportedUsers } from '@switchyard/contracts';
import { type SentenceOf, sentencesOf } from '../client/sentences.js';
import type { SourceUser } from '../files/semaphore/source-users.js';
import type { Invocation } from '../invocation.js';
import { inert } from '../output/inert.js';

type Outcome = ImportedUsers['users'][number];

/** Users of one request. */
const BATCH = 100;

/** How users come. */
interface UserImportOptions {
  /** Administrators stay administrators. */
  admins: boolean;
  /** Nothing is stored. */
  dryRun: boolean;
}

/** Brings users in, or shows what would come. Answers the logins that have an account from now on, or would. */
export async function importUsers(
  invocation: Invocation,
  users: readonly SourceUser[],
  { admins, dryRun }: UserImportOptions,
): Promise<ReadonlySet<string>> {
  const { terminal, language } = invocation;
  const wanted = users.map(({ user, note }) => ({ user: { ...user, admin: user.admin && admins }, was: user, note }));
  const sentence = await sentencesOf(language);
  const outcomes = await send(
    invocation,
    wanted.map(({ user }) => user),
    dryRun,
  );
  const created = outcomes.filter(({ outcome }) => outcome === 'created');
  if (dryRun) {
    const lines = wanted.map(({ was, note }, index) => {
      const outcome = outcomes[index];
      return outcome === undefined ? '' : linesOf(outcome, [...notesOf(was, outcome, admins), note], sentence);
    });
    terminal.stdout.write(lines.join(''));
  } else if (users.length > 0) {
    terminal.stderr.write(`Imported ${created.length} users\n`);
  }
  return new Set(created.map(({ username }) => username));
}

async function send({ client }: Invocation, users: ImportedUser[], dryRun: boolean): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let from = 0; from < users.length; from += BATCH) {
    const body = { users: users.slice(from, from + BATCH), dry_run: dryRun };
    outcomes.push(...(await client.post<ImportedUsers>('/api/users/import', body)).users);
  }
  return outcomes;
}

function linesOf(outcome: Outcome, notes: readonly (string | null)[], sentence: SentenceOf): string {
  const name = inert(outcome.username);
  if (outcome.outcome === 'exists') {
    return `There is an account with the login or email of ${name} already: it is left alone\n`;
  }
  const problems = outcome.problems.map((problem) => `${problem.path.join('.')}: ${sentence(problem)}`);
  const head = outcome.outcome === 'created' ? `+ user ${name}` : `! user ${name} does not come`;
  const all = [...problems, ...(outcome.outcome === 'created' ? notes.filter((note) => note !== null) : [])];
  return [head, ...all.map((note) => `    note: ${inert(note)}`), ''].join('\n');
}

function notesOf(user: ImportedUser, { password, authenticator }: Outcome, admins: boolean): string[] {
  const lacksPassword = user.password_hash !== null && !user.external && !password;
  return [
    ...(user.admin && !admins ? ['comes as an ordinary user: --admins lets administrators be administrators'] : []),
    ...(lacksPassword ? ['has no password: its hash is of another kind'] : []),
    ...(user.totp_secret !== null && !authenticator
      ? ['its authenticator does not come: its secret is no usual one']
      : []),
  ];
}
