/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { IntegrationDelivery } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { DomStage, person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { DeliveryLog } from './delivery-log.js';

const stage = new DomStage();
beforeEach(async () => {
  await stage.start();
  stage.widen();
});
afterEach(() => stage.stop());

const of = { projectId: 1, id: 6 };
const delivery = (members: Partial<IntegrationDelivery>): IntegrationDelivery =>
  rowOf(IntegrationDelivery, { id: '11', received: '2026-05-01T08:00:00Z', event: 'push', size: 12, ...members });

async function open(members: Partial<IntegrationDelivery>, permissions?: number) {
  stage.server.answer('GET project/1/integrations/6/deliveries', [delivery(members)]);
  stage.draw(<DeliveryLog of={of} />, permissions === undefined ? {} : { permissions });
  await screen.findAllByText(/push/);
}
const again = () => screen.queryByRole('button', { name: /again/i });
const expand = () => person.click(screen.getByRole('button', { expanded: false }));

describe('the log of webhooks', () => {
  it('should lead to the task that one started', async () => {
    await open({ result: 'started', task_id: 31 });
    expect(screen.getByRole('link', { name: '#31' })).toBeTruthy();
    expect(document.querySelector('.sy-field-fault')).toBeNull();
  });

  it.each(['refused', 'unauthorized', 'unreadable', 'failed'] as const)(
    'should stand out where it was %s',
    async (result) => {
      await open({ result });
      expect(document.querySelector('.sy-field-fault')).not.toBeNull();
    },
  );

  it('should deliver one again that can be', async () => {
    await open({ result: 'failed', can_redeliver: true });
    const button = again();
    expect(button).not.toBeNull();
    await person.click(button as HTMLElement);
    await waitFor(() => expect(stage.server.calls.some(({ line }) => line.startsWith('POST '))).toBe(true));
    const [call] = stage.server.calls.filter(({ line }) => line.startsWith('POST '));
    expect(call?.line).toContain('project/1/integrations/6/deliveries/11');
  });

  it('should not offer that of one that is not kept', async () => {
    await open({ can_redeliver: false });
    expect(again()).toBeNull();
  });

  it('should not offer it to those who may not', async () => {
    await open({ can_redeliver: true }, 0);
    expect(again()).toBeNull();
  });

  it('should show branch and commit with hidden characters made visible', async () => {
    await open({ result: 'started', code: { git_branch: 'next\u202e', commit_hash: 'a1b2c3d4' } });
    await expand();
    await screen.findByText('a1b2c3d4');
    expect(document.body.textContent).not.toContain('\u202e');
  });

  it('should give the reason why nothing was started', async () => {
    await open({ result: 'refused', problem: { code: 'branch_gone', params: { name: 'next' } } });
    await expand();
    expect((await screen.findAllByText(/next/)).length).toBeGreaterThan(0);
  });
});
