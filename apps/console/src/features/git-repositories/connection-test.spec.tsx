/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RepositoryTest } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { DomStage, person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { ConnectionTest } from './connection-test.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const access = (git_url: string): RepositoryTest => rowOf(RepositoryTest, { git_url });
const test = () => person.click(screen.getByRole('button', { name: 'Test connection' }));
const result = (): string | null => screen.getByRole('status').textContent;
const branches = (...names: string[]): void => {
  stage.server.answer('GET project/1/repositories/8/branches?name=', []);
  stage.server.answer('GET project/1/repositories/8/branches', names);
};

describe('the test of a connection', () => {
  it('should not start before the form is complete', () => {
    stage.draw(<ConnectionTest projectId={1} repositoryId={undefined} access={undefined} branch="" />);
    expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true);
  });

  it('should list the branches of a stored repository by its id, and count them', async () => {
    branches('main', 'next');
    stage.draw(<ConnectionTest projectId={1} repositoryId={8} access={undefined} branch="main" />);
    await test();
    await waitFor(() => expect(result()).toBe('Connected: 2 branches'));
    expect(stage.server.lines()).toEqual(['GET project/1/repositories/8/branches']);
  });

  it('should test what is typed as it stands, and forget the result when more is typed', async () => {
    stage.server.answer('POST project/1/repositories/test', ['main']);
    const { redraw } = stage.draw(
      <ConnectionTest projectId={1} repositoryId={undefined} access={access('https://a.example/x.git')} branch="" />,
    );
    await test();
    await waitFor(() => expect(result()).toBe('Connected: 1 branch'));
    expect(stage.server.calls[0]?.body).toMatchObject({ git_url: 'https://a.example/x.git' });
    redraw(
      <ConnectionTest projectId={1} repositoryId={undefined} access={access('https://b.example/x.git')} branch="" />,
    );
    expect(result()).toBe('');
  });

  it('should take the name of a tag for one that can be checked out', async () => {
    stage.server.answer('GET project/1/repositories/8/branches?name=v1', ['v1']);
    stage.server.answer('GET project/1/repositories/8/branches', ['main']);
    stage.draw(<ConnectionTest projectId={1} repositoryId={8} access={undefined} branch="v1" />);
    await test();
    await waitFor(() => expect(result()).toContain('"v1" is a tag'));
  });

  it('should warn of a name that the repository has not', async () => {
    branches('main');
    stage.draw(<ConnectionTest projectId={1} repositoryId={8} access={undefined} branch="gone" />);
    await test();
    await waitFor(() => expect(result()).toContain('gone'));
    expect(document.querySelector('.ant-alert-warning')).not.toBeNull();
  });

  it('should say why nothing was reached', async () => {
    stage.server.answer('GET project/1/repositories/8/branches', 503);
    stage.draw(<ConnectionTest projectId={1} repositoryId={8} access={undefined} branch="" />);
    await test();
    await waitFor(() => expect(document.querySelector('.ant-alert-error')).not.toBeNull());
  });
});
