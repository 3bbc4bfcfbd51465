/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ObjectReferences } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import type { ResourceKind } from '../../api/resources-api.js';
import { DomStage, person } from '../testing/drawn.js';
import { rowOf } from '../testing/row-of.js';
import { DeleteDialog } from './delete-dialog.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const deletions = (): string[] => stage.server.lines().filter((line) => line.startsWith('DELETE'));
const press = (name: string | RegExp) => person.click(screen.getByRole('button', { name }));
const used = { id: 4, name: 'web' };

async function open(references: Partial<ObjectReferences>, kind: ResourceKind = 'keys') {
  stage.server.answer(`GET project/1/${kind}/7/refs`, rowOf(ObjectReferences, references));
  const onDeleted = jest.fn();
  const onClosed = jest.fn();
  stage.draw(
    <DeleteDialog target={{ projectId: 1, kind, id: 7 }} name="deploy" onDeleted={onDeleted} onClosed={onClosed} />,
  );
  await stage.settle();
  return { onDeleted, onClosed };
}

describe('the question before something is deleted', () => {
  it('should delete nothing until it is answered, and nothing when it is canceled', async () => {
    const { onDeleted, onClosed } = await open({});
    await press('Cancel');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(deletions()).toEqual([]);
    expect(onDeleted).not.toHaveBeenCalled();
  });

  it('should delete once it is answered, and close', async () => {
    const { onDeleted, onClosed } = await open({});
    await press('Delete key');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(deletions()).toEqual(['DELETE project/1/keys/7']);
    expect(onDeleted).toHaveBeenCalledTimes(1);
  });

  it('should offer no deletion before it is known what uses the object', async () => {
    stage.server.answer('GET project/1/keys/7/refs', 503);
    stage.draw(<DeleteDialog target={{ projectId: 1, kind: 'keys', id: 7 }} name="deploy" onClosed={jest.fn()} />);
    await screen.findByRole('alert');
    expect(screen.getByRole('button', { name: 'Delete key' }).hasAttribute('disabled')).toBe(true);
  });

  it('should lead to what uses the object in place of the question', async () => {
    await open({ templates: [used] });
    const link = screen.getByRole('link', { name: 'web' });
    expect(link.getAttribute('href')).toBe('/project/1/templates/4');
    expect(screen.queryByRole('button', { name: 'Delete key' })).toBeNull();
  });

  it('should not be held up by the schedules of a template, which go with it', async () => {
    await open({ schedules: [used] }, 'templates');
    expect(screen.queryByRole('button', { name: 'Delete template' })).not.toBeNull();
  });

  it('should be held up by an integration that starts the template', async () => {
    await open({ integrations: [used] }, 'templates');
    expect(screen.queryByRole('button', { name: 'Delete template' })).toBeNull();
  });

  it('should stay open with the reason when the server refuses', async () => {
    stage.server.answer('DELETE project/1/keys/7', 409);
    const { onDeleted, onClosed } = await open({});
    await press('Delete key');
    await screen.findByRole('alert');
    expect(onDeleted).not.toHaveBeenCalled();
    expect(onClosed).not.toHaveBeenCalled();
  });
});
