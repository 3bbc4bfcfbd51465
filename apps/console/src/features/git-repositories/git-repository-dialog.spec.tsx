/** @jest-environment @happy-dom/jest-environment */
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { GitRepository, Key } from '@switchyard/contracts';
import { documentStage } from '../../components/testing/dialog-of.js';
import { person, pick } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { GitRepositoryDialog } from './git-repository-dialog.js';

const stage = documentStage(() => {
  stage.server.answer('GET project/1/keys', []);
});

const test = () => screen.queryByRole('button', { name: 'Test connection' });
async function open(url: string): Promise<void> {
  stage.draw(<GitRepositoryDialog projectId={1} row={null} onClosed={() => undefined} />);
  await person.type(await screen.findByLabelText(/^URL or path/), url);
}

describe('the form of a repository', () => {
  it('should say why a directory of the runner has no branch and no test', async () => {
    await open('/srv/playbooks');
    expect(test()).toBeNull();
    expect(screen.getByText(/no connection to test/)).toBeTruthy();
  });

  it('should ask before it saves an address whose test failed, and not after another one is typed', async () => {
    stage.server.answer('GET project/1/keys', [rowOf(Key, { id: 3, project_id: 1, name: 'Public', type: 'none' })]);
    stage.server.answer('POST project/1/repositories/test', 502);
    stage.server.answer('POST project/1/repositories', rowOf(GitRepository, { id: 8 }));
    await open('https://gone.example/x.git');
    await person.type(screen.getByLabelText(/^Name/), 'Gone');
    await pick(/^Access key/, 'Public');
    await person.click(screen.getByRole('button', { name: 'Test connection' }));
    await waitFor(() => expect(document.querySelector('.sy-connection .ant-alert-error')).not.toBeNull());
    await person.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Save without a connection?')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Keep editing' }));
    await person.type(screen.getByLabelText(/^URL or path/), 'x');
    await person.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(stage.server.calls.map(({ line }) => line)).toContain('POST project/1/repositories'));
  });

  it('should offer the test for every other address', async () => {
    await open('https://git.example/x.git');
    expect(test()).not.toBeNull();
    expect(screen.queryByText(/no connection to test/)).toBeNull();
  });
});
