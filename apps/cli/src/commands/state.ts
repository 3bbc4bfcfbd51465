import { pipeline } from 'node:stream/promises';
import { type Inventory, MAX_STATE_BYTES, type TerraformState } from '@switchyard/contracts';
import { CommandError, EXIT } from '../exit-codes.js';
import { findNamed } from '../find-named.js';
import type { Invocation } from '../invocation.js';
import { readInput } from '../terminal.js';
import type { Registry } from './register.js';

/** Commands about the Terraform states of workspaces. */
export function addState(registry: Registry): void {
  const state = registry.program.command('state').description('Read and write Terraform states, and free their locks');
  registry.add(state, 'pull <workspace>', 'Write the current state to stdout, sensitive values too', pull);
  registry
    .add<{ force?: boolean }>(state, 'push <workspace>', 'Make a state that stdin holds the current version', push)
    .option('--force', 'take it whatever serial and lineage are');
  registry.add(state, 'unlock <workspace>', 'Free the lock of a workspace', async (invocation, [name = '']) => {
    await invocation.client.delete(`${await workspacePath(invocation, name)}/lock`);
  });
}

async function pull(invocation: Invocation, [name = '']: string[]): Promise<void> {
  const path = `${await workspacePath(invocation, name)}/states`;
  const states = await invocation.client.get<TerraformState[]>(path);
  const current = states.find((each) => each.current);
  if (current === undefined) {
    throw new CommandError(`The workspace "${name}" has no state`, EXIT.notFound);
  }
  const content = await invocation.client.send({ method: 'POST', path: `${path}/${current.id}/content`, body: {} });
  await pipeline(content, invocation.terminal.stdout, { end: false });
}

async function push(invocation: Invocation, [name = '']: string[], { force }: { force?: boolean }): Promise<void> {
  const path = `${await workspacePath(invocation, name)}/states`;
  const body = await readInput(invocation.terminal, MAX_STATE_BYTES);
  await invocation.client.json({ method: 'POST', path, query: { force }, body });
  invocation.terminal.stderr.write(`The workspace "${name}" has the new state\n`);
}

async function workspacePath(invocation: Invocation, name: string): Promise<string> {
  const path = await invocation.pathInProject('/inventory');
  const workspaces = (await invocation.client.get<Inventory[]>(path)).filter(({ type }) => type.endsWith('workspace'));
  return `${path}/${findNamed('workspace', workspaces, name).id}/terraform`;
}
