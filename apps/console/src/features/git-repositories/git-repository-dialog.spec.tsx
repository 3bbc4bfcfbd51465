/** @jest-environment @happy-dom/jest-environment */
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { documentStage } from '../../components/testing/dialog-of.js';
import { person } from '../../components/testing/drawn.js';
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

  it('should offer the test for every other address', async () => {
    await open('https://git.example/x.git');
    expect(test()).not.toBeNull();
    expect(screen.queryByText(/no connection to test/)).toBeNull();
  });
});
