/** @jest-environment @happy-dom/jest-environment */
import { describe, expect, it, jest } from '@jest/globals';
import { Key } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { documentStage, field, savesOf, submit } from '../../components/testing/dialog-of.js';
import { person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { WorkspaceDialog } from './workspace-dialog.js';

const key = (id: number, type: Key['type']): Key => rowOf(Key, { id, project_id: 1, name: `Key ${id}`, type });

const stage = documentStage(() => {
  stage.server.answer('GET project/1/keys', [key(6, 'ssh'), key(7, 'none')]);
  stage.server.answer('GET info', { premium_features: {} });
  stage.server.answer('POST project/1/inventory', { id: 12 });
});

async function openNew() {
  const onClosed = jest.fn();
  stage.draw(
    <WorkspaceDialog
      projectId={1}
      made={{ type: 'terraform-workspace', templateId: null }}
      row={null}
      onClosed={onClosed}
    />,
  );
  await screen.findByLabelText(/^Workspace name/);
  return onClosed;
}

const made = async () => {
  const onClosed = await openNew();
  return async () => {
    await submit('Create');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    return savesOf(stage, 'project/1/inventory').map(({ body }) => body);
  };
};

describe('the dialog of a new workspace', () => {
  it('should need its name alone: lists show the same, and what is public needs no other key', async () => {
    const create = await made();
    await person.type(field(/^Workspace name/), 'prod');
    expect(await create()).toMatchObject([{ name: 'prod', inventory: 'prod', ssh_key_id: 7 }]);
  });

  it('should keep a name that was typed', async () => {
    const create = await made();
    await person.type(field(/^Workspace name/), 'pr');
    await person.clear(field(/^Name in lists/));
    await person.type(field(/^Name in lists/), 'Production');
    await person.type(field(/^Workspace name/), 'od');
    expect(await create()).toMatchObject([{ name: 'Production', inventory: 'prod' }]);
  });
});
