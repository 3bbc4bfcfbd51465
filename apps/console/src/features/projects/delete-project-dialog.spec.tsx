/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Project, ProjectContents } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { DomStage, person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { DeleteProjectDialog } from './delete-project-dialog.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const DELETE = 'DELETE project/1';
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Delete project' });

function open() {
  stage.server.answer('GET project/1', rowOf(ProjectContents, { templates: 2, tasks: 0, runners: 1 }));
  const onDeleted = jest.fn();
  const project = rowOf(Project, { id: 1, name: 'Shop' });
  stage.draw(<DeleteProjectDialog project={project} onDeleted={onDeleted} onClosed={() => undefined} />);
  return onDeleted;
}

describe('the end of a project', () => {
  it('should name what dies with it, and nothing that it has none of', async () => {
    open();
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
    expect(screen.getAllByRole('listitem').map(({ textContent: text }) => text)[0]).toMatch(/2 templates/);
  });

  it('should come once its name is typed, and lead away', async () => {
    const onDeleted = open();
    expect(button().disabled).toBe(true);
    await person.type(screen.getByRole('textbox'), 'Shop');
    await person.click(button());
    await waitFor(() => expect(onDeleted).toHaveBeenCalledTimes(1));
    expect(stage.server.lines()).toContain(DELETE);
  });

  it('should lead nowhere when it is refused', async () => {
    stage.server.answer(DELETE, 409);
    const onDeleted = open();
    await person.type(screen.getByRole('textbox'), 'Shop');
    await person.click(button());
    await screen.findByRole('alert');
    expect(onDeleted).not.toHaveBeenCalled();
  });
});
