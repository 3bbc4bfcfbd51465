/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GitRepository } from '@switchyard/contracts';
import { screen } from '@testing-library/react';
import { Form, type FormInstance } from 'antd';
import { DomStage, person, pick } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import type { ScheduleValues } from './schedule-values.js';
import { TimingFields } from './timing-fields.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

let form: FormInstance<ScheduleValues>;

function Fields({ initial }: { initial: Partial<ScheduleValues> }) {
  [form] = Form.useForm<ScheduleValues>();
  return (
    <Form form={form} initialValues={initial} layout="vertical">
      <TimingFields projectId={1} />
    </Form>
  );
}

const draw = (mode: ScheduleValues['mode'], cron_format: string) =>
  stage.draw(<Fields initial={{ mode, cron_format, timezone: '' }} />);
const cron = (): unknown => form.getFieldValue('cron_format');
const labels = (): (string | null)[] => [...document.querySelectorAll('label')].map(({ textContent }) => textContent);

describe('the timing of a schedule', () => {
  it.each([
    ['yearly', '0 4 1 1 *', ['Months', 'Days of the month', 'Hours', 'Minutes']],
    ['monthly', '0 4 1 * *', ['Days of the month', 'Hours', 'Minutes']],
    ['weekly', '0 4 * * 1', ['Days of the week', 'Hours', 'Minutes']],
    ['daily', '0 4 * * *', ['Hours', 'Minutes']],
    ['hourly', '0 * * * *', ['Minutes']],
  ] as const)('should offer what runs that are %s need', (mode, expression, fields) => {
    draw(mode, expression);
    const offered = ['Months', 'Days of the month', 'Days of the week', 'Hours', 'Minutes'];
    expect(labels().filter((label) => offered.includes(label ?? ''))).toEqual(fields);
  });

  it('should write what is picked into the expression', async () => {
    draw('daily', '0 4 * * *');
    await pick('Hours', '06');
    expect(cron()).toBe('0 4,6 * * *');
    await pick('Minutes', '30');
    expect(cron()).toBe('0,30 4,6 * * *');
  });

  it('should keep the hour when the days become narrower, and reset where nothing is left', async () => {
    draw('daily', '30 6 * * *');
    await pick('Runs', 'Hourly');
    expect(cron()).toBe('30 * * * *');
    await pick('Runs', 'Weekly');
    expect(cron()).toBe('0 4 * * 1');
  });

  it('should leave the expression alone when it is to be typed', async () => {
    draw('weekly', '15 6 * * 1,3');
    await pick('Runs', 'Cron expression');
    expect(cron()).toBe('15 6 * * 1,3');
    await person.clear(screen.getByRole('textbox', { name: /Cron expression/ }));
    await person.type(screen.getByRole('textbox', { name: /Cron expression/ }), '*/7 * * * *');
    expect(cron()).toBe('*/7 * * * *');
  });

  it('should show minutes that it does not offer but that are chosen', () => {
    draw('hourly', '7 * * * *');
    expect(screen.getByLabelText('Minutes').closest('.ant-select')?.textContent).toContain('07');
  });

  it('should ask for a moment and no zone where it runs once', async () => {
    draw('once', '0 4 * * *');
    expect(screen.getByLabelText('Date and time').getAttribute('type')).toBe('datetime-local');
    expect(screen.queryByLabelText('Time zone')).toBeNull();
  });

  it('should look for commits in repositories that have a server, and at no time of the day', async () => {
    stage.server.answer('GET project/1/repositories', [
      rowOf(GitRepository, { id: 1, name: 'site', git_url: 'https://git.example.com/site.git' }),
      rowOf(GitRepository, { id: 2, name: 'disk', git_url: '/srv/disk' }),
    ]);
    draw('commits', '*/5 * * * *');
    await pick('Repository to check', 'site');
    expect(form.getFieldValue('repository_id')).toBe(1);
    await person.click(screen.getByLabelText('Repository to check'));
    const offered = [...document.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent);
    expect(offered.join()).not.toContain('disk');
    expect(labels()).not.toContain('Time zone');
  });
});
