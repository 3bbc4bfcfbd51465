/** @jest-environment @happy-dom/jest-environment */
import { describe, expect, it, jest } from '@jest/globals';
import {
  Inventory,
  OfferedState,
  ProjectReadiness,
  SurveyVariable,
  Task,
  TaskWithTemplate,
  Template,
} from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { hasUnsaved } from '../../lib/unsaved.js';
import { documentStage } from '../../components/testing/dialog-of.js';
import { person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { RunDialog } from './run-dialog.js';

const stage = documentStage(() => {
  stage.server.answer('GET project/1/readiness', rowOf(ProjectReadiness));
  stage.server.answer('POST project/1/tasks', rowOf(Task, { id: 9, project_id: 1, template_id: 3 }));
});

const question = (name: string, members: Partial<SurveyVariable> = {}): SurveyVariable =>
  rowOf(SurveyVariable, { name, title: name, type: '', required: false, ...members });
const template = (members: Partial<Template> = {}): Template =>
  rowOf(Template, { id: 3, project_id: 1, name: 'Deploy', app: 'bash', ...members });

function open(members: Partial<Template> = {}, again: Task | null = null, inventoryId?: number) {
  const onStarted = jest.fn<(id: number) => void>();
  const onClosed = jest.fn();
  const drawn = stage.draw(
    <RunDialog
      projectId={1}
      template={template(members)}
      again={again}
      inventoryId={inventoryId}
      onStarted={onStarted}
      onClosed={onClosed}
    />,
  );
  return { ...drawn, onStarted, onClosed };
}

const field = (name: RegExp | string) => screen.getByLabelText<HTMLInputElement>(name);
const run = () => person.click(screen.getByRole('button', { name: 'Run' }));
const launches = () => stage.server.calls.filter(({ line }) => line === 'POST project/1/tasks');

describe('the dialog that starts a task', () => {
  it('should start it with the answers, as they were typed, and lead to it', async () => {
    const { onStarted } = open({ survey_vars: [question('region'), question('count', { type: 'int' })] });
    await person.type(field('region'), 'eu');
    await person.type(field('count'), '007');
    await person.type(field('Message'), 'first');
    await run();
    await waitFor(() => expect(onStarted).toHaveBeenCalledWith(9));
    const body = launches()[0]?.body as { environment: string; message: string; template_id: number };
    expect([body.template_id, body.message]).toEqual([3, 'first']);
    expect(JSON.parse(body.environment)).toEqual({ region: 'eu', count: '007' });
  });

  it('should run in the workspace that was chosen before, and not in that of the template', async () => {
    const { onStarted } = open(
      { app: 'terraform', inventory_id: 5, task_params: { allow_override_inventory: true } } as Partial<Template>,
      null,
      12,
    );
    await run();
    await waitFor(() => expect(onStarted).toHaveBeenCalled());
    expect(launches()[0]?.body).toMatchObject({ inventory_id: 12 });
  });

  it('should send secret answers apart, and keep no draft of them', async () => {
    const { unmount } = open({ survey_vars: [question('token', { type: 'secret' }), question('region')] });
    await person.type(field('token'), 'hush');
    await person.type(field('region'), 'eu');
    await run();
    await waitFor(() => expect(launches()).toHaveLength(1));
    const body = launches()[0]?.body as { environment: string; secret: string };
    expect(JSON.parse(body.secret)).toEqual({ token: 'hush' });
    expect(body.environment).not.toContain('hush');
    unmount();
    const again = open({ survey_vars: [question('token', { type: 'secret' }), question('region')] });
    await person.type(field('token'), 'hush');
    await person.type(field('region'), 'us');
    again.unmount();
    expect(Object.values(localStorage).join()).toContain('us');
    expect(Object.values(localStorage).join()).not.toContain('hush');
  });

  it('should start nothing without an answer that is required, and go to it', async () => {
    open({ survey_vars: [question('region', { required: true })] });
    await run();
    await waitFor(() => expect(field('region').getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(field('region'));
    expect(launches()).toEqual([]);
  });

  it('should use the same key for a second try, so that no second task starts', async () => {
    stage.server.answer('POST project/1/tasks', 503);
    const { onStarted } = open();
    await run();
    await screen.findByRole('alert');
    await run();
    await waitFor(() => expect(launches()).toHaveLength(2));
    const keys = launches().map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[0]).toMatch(/./);
    expect(keys[1]).toBe(keys[0]);
    expect(onStarted).not.toHaveBeenCalled();
  });

  it('should say that the template has never run when that is known, and not before', async () => {
    stage.server.answer('GET project/1/templates/3/tasks', 503);
    const { unmount } = open();
    await stage.settle();
    expect(stage.server.lines()).toContainEqual(expect.stringMatching(/^GET project\/1\/templates\/3\/tasks/));
    expect(screen.queryByText('It has never run.')).toBeNull();
    unmount();
    stage.server.answer('GET project/1/templates/3/tasks', []);
    open();
    await screen.findByText('It has never run.');
  });

  it('should offer the choices of an earlier task again, but not its message', () => {
    const earlier = rowOf(Task, { id: 5, message: 'old', environment: '{"region":"eu"}', git_branch: 'next' });
    open({ survey_vars: [question('region')] }, earlier);
    expect(field(/region/).value).toBe('eu');
    expect(field('Message').value).toBe('');
  });

  describe('of a deployment', () => {
    const deploy = { type: 'deploy', build_template_id: 4 } as const;
    const builds = (...ids: number[]) =>
      stage.server.answer(
        'GET project/1/templates/4/tasks',
        ids.map((id) => rowOf(TaskWithTemplate, { id, project_id: 1, status: 'success' })),
      );

    it('should choose the newest build by itself, which is no change of a person', async () => {
      builds(6, 5);
      const { onClosed } = open(deploy);
      await screen.findByText('#6');
      expect(hasUnsaved()).toBe(false);
      await person.click(screen.getByRole('button', { name: 'Deploy' }));
      await waitFor(() => expect(launches()).toHaveLength(1));
      expect(launches()[0]?.body).toMatchObject({ build_task_id: 6 });
      await waitFor(() => expect(onClosed).toHaveBeenCalled());
    });

    it('should keep the build of the earlier task', async () => {
      builds(6, 5);
      stage.server.answer('GET project/1/tasks/2', rowOf(TaskWithTemplate, { id: 2, project_id: 1 }));
      open(deploy, rowOf(Task, { id: 8, build_task_id: 2 }));
      await screen.findByText('#2');
      expect(screen.queryByText('#6')).toBeNull();
    });

    it('should not start while there is no build', async () => {
      builds();
      open(deploy);
      await person.click(screen.getByRole('button', { name: 'Deploy' }));
      await stage.settle();
      expect(launches()).toEqual([]);
      expect(screen.queryByRole('dialog')).not.toBeNull();
    });
  });

  it('should warn while a state of the workspace waits for a decision, and lead to it', async () => {
    const workspace = rowOf(Inventory, {
      id: 5,
      project_id: 1,
      name: 'prod',
      type: 'terraform-workspace',
      template_id: 3,
    });
    stage.server.answer('GET project/1/inventory/5/terraform/states/offered', [rowOf(OfferedState, { id: 1 })]);
    stage.server.answer('GET project/1/inventory/6/terraform/states/offered', []);
    stage.server.answer('GET project/1/inventory', [workspace, { ...workspace, id: 6, name: 'other' }]);
    await stage.features('terraform_backend');
    open({ app: 'terraform', inventory_id: 6 });
    await stage.settle();
    expect(screen.queryByText('States that could not be saved')).toBeNull();
    const { onClosed } = open({ app: 'terraform', inventory_id: 5 });
    const link = await screen.findByRole('link', { name: 'Open the state' });
    expect(link.getAttribute('href')).toBe('/project/1/templates/3/state?workspace=5');
    await person.click(link);
    expect(onClosed).toHaveBeenCalled();
  });
});
