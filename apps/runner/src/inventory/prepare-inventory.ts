import { hostname } from 'node:os';
import { join } from 'node:path';
import { type JobInventory, type JobRepository, problem } from '@switchyard/contracts';
import { AttemptFailure } from '../attempt-failure.js';
import type { Workspace } from '../attempt/workspace.js';
import { checkOut } from '../git/checkout.js';
import { pathInCheckout } from '../git/checkout-path.js';
import type { AttemptContext } from '../attempt/attempt-context.js';

/**
 * Puts the inventory of a job where Ansible can read it. Text becomes a private file of the attempt; a `file` inventory
 * stays in the checkout, or in one of its own repository.
 * @returns absolute path.
 * @throws AttemptFailure when the path is not usable or the repository cannot be checked out.
 */
export async function prepareInventory(
  context: Pick<AttemptContext, 'job' | 'stop' | 'log'>,
  workspace: Workspace,
  inventory: JobInventory,
  checkout: string,
): Promise<string> {
  switch (inventory.type) {
    case 'static':
      return writeInventory(workspace, 'inventory', inventory.content);
    case 'static-yaml':
      return writeInventory(workspace, 'inventory.yml', inventory.content);
    case 'file':
      return findInventory(context, workspace, inventory, checkout);
  }
}

async function writeInventory(workspace: Workspace, name: string, content: string): Promise<string> {
  const path = join(workspace.dir, name);
  await workspace.files.write(path, content);
  return path;
}

async function findInventory(
  context: Pick<AttemptContext, 'job' | 'stop' | 'log'>,
  workspace: Workspace,
  { repository, content }: JobInventory,
  checkout: string,
): Promise<string> {
  const root = repository ? await checkOutOwn(context, workspace, repository) : checkout;
  const path = await pathInCheckout(workspace.files, root, content.trim(), 'word_inventory');
  if (path.includes(',')) {
    throw new AttemptFailure(problem('inventory_comma'));
  }
  return path;
}

async function checkOutOwn(
  context: Pick<AttemptContext, 'job' | 'stop' | 'log'>,
  workspace: Workspace,
  repository: JobRepository,
): Promise<string> {
  const { dir, access } = await checkOut(context, workspace, repository, 'inventory-repository');
  if (workspace.place.machine && !dir.startsWith(workspace.dir)) {
    throw new AttemptFailure(problem('image_directory', { host: hostname() }));
  }
  await access.close();
  return dir;
}
