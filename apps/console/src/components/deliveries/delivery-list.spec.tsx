/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RunnerDelivery } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { hasNotices } from '../feedback/notices.js';
import { DomStage, person } from '../testing/drawn.js';
import { rowOf } from '../testing/row-of.js';
import { DeliveryList } from './delivery-list.js';

const stage = new DomStage();
beforeEach(async () => {
  await stage.start();
  stage.widen();
});
afterEach(() => stage.stop());

const row = (members: Partial<RunnerDelivery>): RunnerDelivery => rowOf(RunnerDelivery, { id: 'a', ...members });
const sendAgain = jest.fn<(row: RunnerDelivery) => Promise<unknown>>();
beforeEach(() => void sendAgain.mockReset().mockResolvedValue(null));

const draw = (rows: readonly RunnerDelivery[], target?: (row: RunnerDelivery) => string) =>
  stage.draw(
    <DeliveryList
      title="Deliveries"
      rows={rows}
      error={undefined}
      onRetry={() => undefined}
      emptyText="Nothing was sent."
      subject={({ id }) => `report ${id}`}
      sendAgain={sendAgain}
      {...(target ? { target } : {})}
    />,
  );
const buttons = () => screen.queryAllByRole('button', { name: 'Send again' });

describe('a list of deliveries', () => {
  it('should send a dead one again, and no other', async () => {
    const rows = [
      row({ id: 'a', status: 'delivered' }),
      row({ id: 'b', status: 'dead' }),
      row({ id: 'c', status: 'pending' }),
    ];
    draw(rows);
    expect(buttons()).toHaveLength(1);
    await person.click(buttons()[0] as HTMLElement);
    expect(sendAgain.mock.calls).toEqual([[rows[1]]]);
  });

  it('should say why one could not be sent again', async () => {
    sendAgain.mockRejectedValue({ status: 503, data: { error: 'Busy' } });
    draw([row({ status: 'dead' })]);
    await person.click(buttons()[0] as HTMLElement);
    await waitFor(() => expect(hasNotices()).toBe(true));
  });

  it('should name the receivers where there are several', () => {
    draw([row({})], ({ id }) => `to ${id}`);
    expect(screen.getByText('to a')).toBeTruthy();
  });

  it('should say that there is nothing', () => {
    draw([]);
    expect(screen.getByText('Nothing was sent.')).toBeTruthy();
  });
});
