/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Template } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { Form, type FormInstance } from 'antd';
import { DomStage, person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { RunFields } from './run-fields.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

let form: FormInstance;

function Fields({ template }: { template: Template }) {
  [form] = Form.useForm();
  return (
    <Form form={form} layout="vertical">
      <RunFields projectId={1} template={template} />
    </Form>
  );
}

const draw = (members: Partial<Template>) =>
  stage.draw(<Fields template={rowOf(Template, { id: 3, project_id: 1, name: 'Deploy', ...members })} />);
const names = (): string[] =>
  [...document.querySelectorAll('.ant-form-item-label label')].map(({ textContent }) => textContent ?? '');
const ticks = (): string[] => screen.queryAllByRole('checkbox').map((box) => box.closest('label')?.textContent ?? '');

describe('what a launch may override', () => {
  it('should be nothing that the template does not allow', () => {
    draw({ app: 'bash' });
    expect(names()).toEqual([]);
    expect(ticks()).toEqual([]);
  });

  it('should be the branch and the arguments where the template asks for them', () => {
    draw({ app: 'bash', allow_override_branch_in_task: true, allow_override_args_in_task: true });
    expect(names()).toEqual(['Branch', 'CLI arguments']);
  });

  it('should be limits, tags and the ways of a dry run of a playbook', () => {
    const task_params = { allow_override_limit: true, allow_override_tags: true, allow_override_skip_tags: true };
    draw({ app: 'ansible', task_params });
    expect(names()).toEqual(expect.arrayContaining(['Limit', 'Tags', 'Skip tags']));
    expect(ticks()).toContain('Dry run');
    expect(ticks().join()).not.toContain('Plan only');
  });

  it('should warn of what a Terraform run removes or applies without a question', () => {
    const task_params = { allow_destroy: true, allow_auto_approve: true };
    draw({ app: 'terraform', task_params });
    expect(ticks().join()).toContain('Removes everything that this configuration has created.');
    expect(ticks().join()).toContain('Applies the plan without a question.');
    expect(document.querySelector('.sy-grave-tick[data-tone="red"]')?.textContent).toContain('Destroy');
  });

  it('should say what each check of Terraform does', () => {
    draw({ app: 'terraform' });
    expect(ticks()).toEqual(
      expect.arrayContaining([
        'fmtFails if a file is not formatted, and changes none.',
        'validateLooks for errors in the configuration, without its state.',
        expect.stringMatching(/^testRuns the tests of the configuration/),
      ]),
    );
  });

  it('should not offer to destroy where the template forbids it', () => {
    draw({ app: 'terraform', task_params: { allow_destroy: false } });
    expect(ticks().join()).not.toContain('Destroy');
  });

  it('should be a debug level from one to six once debugging is ticked', async () => {
    draw({ app: 'ansible', task_params: { allow_debug: true } });
    await person.click(screen.getByRole('checkbox', { name: 'Debug output' }));
    await waitFor(() => expect(form.getFieldValue('debug_level')).toBe(4));
    await person.click(screen.getByRole('checkbox', { name: 'Debug output' }));
    expect(form.getFieldValue('debug_level')).toBe(0);
  });
});
