/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { DomStage, person } from '../testing/drawn.js';
import { BulkDialog, type BulkItem } from './bulk-dialog.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const press = (name: string) => person.click(screen.getByRole('button', { name }));
const done = () => jest.fn(() => Promise.resolve());

function open(sends: (() => Promise<unknown>)[], leftOut: Partial<Record<number, string>> = {}) {
  const onClosed = jest.fn();
  const items = sends.map((send, id): BulkItem => ({ id, name: `task ${id}`, leftOut: leftOut[id], send }));
  stage.draw(<BulkDialog title="Stop" button="Stop them" items={items} onClosed={onClosed} />);
  return onClosed;
}

describe('one thing that is done with several', () => {
  it('should begin with nothing before it is confirmed', async () => {
    const send = done();
    const onClosed = open([send]);
    await press('Cancel');
    await waitFor(() => expect(onClosed).toHaveBeenCalledWith(false));
    expect(send).not.toHaveBeenCalled();
  });

  it('should be done one after the other, and close when nothing is left', async () => {
    const order: string[] = [];
    const step = (name: string) => async () => {
      order.push(`${name} sent`);
      await Promise.resolve();
      order.push(`${name} answered`);
    };
    const onClosed = open([step('a'), step('b')]);
    await press('Stop them');
    await waitFor(() => expect(onClosed).toHaveBeenCalledWith(true));
    expect(order).toEqual(['a sent', 'a answered', 'b sent', 'b answered']);
  });

  it('should go on after one that fails, name its reason, and try that one alone again', async () => {
    const good = done();
    const bad = jest.fn<() => Promise<void>>().mockRejectedValueOnce(new TypeError('no')).mockResolvedValue();
    const last = done();
    const onClosed = open([good, bad, last]);
    await press('Stop them');
    await screen.findByText('Failed');
    expect(last).toHaveBeenCalledTimes(1);
    expect(onClosed).not.toHaveBeenCalled();
    await press('Retry');
    await waitFor(() => expect(onClosed).toHaveBeenCalledWith(true));
    expect([good, bad, last].map(({ mock }) => mock.calls.length)).toEqual([1, 2, 1]);
  });

  it('should leave out what it cannot be done with, and stay open so that the reason can be read', async () => {
    const [left, sent] = [done(), done()];
    const onClosed = open([left, sent], { 0: 'It has ended.' });
    await press('Stop them');
    await screen.findByText('Done');
    expect(left).not.toHaveBeenCalled();
    expect(screen.queryByText('It has ended.')).not.toBeNull();
    expect(onClosed).not.toHaveBeenCalled();
    expect(screen.queryByRole('button', { name: 'Stop them' })).toBeNull();
  });

  it('should offer nothing where all are left out', () => {
    open([done()], { 0: 'It has ended.' });
    expect(screen.getByRole('button', { name: 'Stop them' }).hasAttribute('disabled')).toBe(true);
  });

  it('should stop before the next one when it is closed on the way', async () => {
    let answer: () => void = () => undefined;
    const second = done();
    const onClosed = open([() => new Promise<void>((resolve) => (answer = resolve)), second]);
    await press('Stop them');
    await press('Cancel');
    answer();
    await waitFor(() => expect(onClosed).toHaveBeenCalledWith(false));
    await stage.settle();
    expect(second).not.toHaveBeenCalled();
  });
});
