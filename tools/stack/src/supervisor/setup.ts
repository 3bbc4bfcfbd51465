import { spawnProgram } from '../process/spawn-program.js';
import { StartError } from '../start-error.js';
import type { ProcessSpec, Surroundings } from './supervised-process.js';

/** `password` is set while it was made by a set-up, and nobody has signed in with it. */
export interface FirstAdmin {
  login: string;
  password: string | null;
  created: boolean;
}

/** Answer of the api's set-up, as one line of JSON on its standard output. */
export interface SetupResult {
  /** The first administrator; null when the stack has users already. */
  admin: FirstAdmin | null;
  /** Local runners whose credentials are in place. */
  runners: { name: string; dir: string }[];
}

/**
 * Runs the set-up: it migrates the database, creates the first administrator and provisions the local runners. Its
 * answer holds a password and reaches no log.
 */
export async function runSetup(spec: ProcessSpec, surroundings: Surroundings): Promise<SetupResult> {
  const { code, output, errors } = await runOnce(spec, surroundings);
  const answer = code === 0 ? parseAnswer(output) : undefined;
  if (!answer) {
    const reason = errors.trim().split('\n').slice(-5).join('\n') || `it ended with code ${code}`;
    throw new StartError(`The database could not be prepared: ${reason}`);
  }
  return answer;
}

interface Outcome {
  code: number | null;
  output: string;
  errors: string;
}

function runOnce(spec: ProcessSpec, { record, log }: Surroundings): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawnProgram(spec, ['ignore', 'pipe', 'pipe'], true);
    const { pid } = child;
    if (pid !== undefined) {
      record.add(spec.name, pid);
    }
    const outcome: Outcome = { code: null, output: '', errors: '' };
    child.stdout?.on('data', (chunk: Buffer) => (outcome.output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => {
      outcome.errors += chunk.toString();
      log.append(chunk.toString());
    });
    child.on('error', reject);
    child.on('close', (code) => {
      record.remove(pid ?? 0);
      resolve({ ...outcome, code });
    });
  });
}

function parseAnswer(output: string): SetupResult | undefined {
  try {
    const value: unknown = JSON.parse(output.trim().split('\n').at(-1) ?? '');
    return isSetupResult(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isSetupResult(value: unknown): value is SetupResult {
  return (
    typeof value === 'object' &&
    value !== null &&
    'admin' in value &&
    'runners' in value &&
    Array.isArray(value.runners)
  );
}
