/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { DomStage, person } from '../testing/drawn.js';
import { BranchInput } from './branch-input.js';

const stage = new DomStage();
const onChange = jest.fn<(value: string) => void>();
beforeEach(async () => {
  await stage.start();
  onChange.mockClear();
});
afterEach(() => stage.stop());

const BRANCHES = 'GET project/1/repositories/4/branches';
const field = () => screen.getByRole('combobox');
const open = () => stage.draw(<BranchInput projectId={1} repositoryId={4} value="" onChange={onChange} />);
const reads = (): string[] => stage.server.lines().filter((line) => line.startsWith(BRANCHES));

describe('the branch of a repository', () => {
  it('should bother no runner before its field is opened', async () => {
    open();
    await stage.settle();
    expect(reads()).toEqual([]);
    await person.click(field());
    await waitFor(() => expect(reads()).toHaveLength(1));
  });

  it('should be found by a part of its name, in whatever case', async () => {
    stage.server.answer(BRANCHES, ['main', 'Feature/web', 'feature/api']);
    open();
    await person.click(field());
    await person.type(field(), 'WEB');
    await waitFor(() => expect(document.querySelectorAll('.ant-select-item-option-content').length).toBe(1));
    expect(document.querySelector('.ant-select-item-option-content')?.textContent).toBe('Feature/web');
  });

  it('should be typed too: it may be a tag', async () => {
    stage.server.answer(BRANCHES, ['main']);
    open();
    await person.type(field(), 'v');
    expect(onChange).toHaveBeenLastCalledWith('v');
  });

  it('should say why the branches are not there, and try again when the field is opened again', async () => {
    stage.server.answer(BRANCHES, 503);
    open();
    await person.click(field());
    await waitFor(() => expect(document.querySelector('.sy-field-fault')).not.toBeNull());
    await person.click(document.body);
    await person.click(field());
    await waitFor(() => expect(reads().length).toBeGreaterThan(1));
  });

  it('should not be looked for in a repository that is not stored yet', async () => {
    stage.draw(<BranchInput projectId={1} repositoryId={undefined} />);
    await person.click(field());
    await stage.settle();
    expect(stage.server.lines()).toEqual([]);
  });
});
