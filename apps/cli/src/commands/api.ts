import { pipeline } from 'node:stream/promises';
import { CommandError, EXIT } from '../exit-codes.js';
import type { Invocation } from '../invocation.js';
import { readInput } from '../terminal.js';
import type { Registry } from './register.js';

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
const MAX_BODY = 16 * 1_024 * 1_024;

/** `api`: any call of the REST API. */
export function addApi(registry: Registry): void {
  registry
    .add<{ data?: string }>(registry.program, 'api <method> <path>', 'Call the REST API, and write its answer', call)
    .option('--data <json>', 'body as JSON, "-" = stdin')
    .addHelpText('after', '\nThe path is one of /api/docs, such as /api/projects.');
}

async function call(
  invocation: Invocation,
  [word = '', path = '']: string[],
  { data }: { data?: string },
): Promise<void> {
  const method = word.toUpperCase();
  if (!METHODS.has(method) || !path.startsWith('/')) {
    throw new CommandError('Write a method and a path, such as: switchyard api GET /api/projects', EXIT.usage);
  }
  const body = data === '-' ? await readInput(invocation.terminal, MAX_BODY) : data;
  const answer = await invocation.client.send({ method, path, ...(body !== undefined && { body }) });
  await pipeline(answer, invocation.terminal.stdout, { end: false });
}
