/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Runner } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { DomStage, person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { RunnerActions, RunnerMenu } from './runner-actions.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const does = {
  onEdit: jest.fn(),
  onRotate: jest.fn(),
  onRenewSecret: jest.fn(),
  onCaches: jest.fn(),
  onDeliveries: jest.fn(),
  onDelete: jest.fn(),
};
beforeEach(() => Object.values(does).forEach((each) => each.mockClear()));

const props = (members: Partial<Runner> = {}) => ({
  ...does,
  scope: null,
  runner: rowOf(Runner, { id: 7, name: 'east', ...members }),
});
const open = () => person.click(screen.getByRole('button', { name: /east/, expanded: false }));
const entries = (): (string | null)[] => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
const press = (name: string) => person.click(screen.getByRole('menuitem', { name }));
const changes = () => stage.server.calls.filter(({ line }) => !line.startsWith('GET'));

describe('what can be done with a runner', () => {
  it('should offer deliveries and the secret of the webhook only where there is one', async () => {
    const { redraw } = stage.draw(<RunnerMenu {...props()} />);
    await open();
    const without = entries();
    redraw(<RunnerMenu {...props({ webhook: 'https://example.com/hook' })} />);
    expect(entries().length - without.length).toBe(2);
    expect(entries()).toEqual(expect.arrayContaining(without));
  });

  it('should drain a runner, and let a draining one work again', async () => {
    const { redraw } = stage.draw(<RunnerMenu {...props()} />);
    await open();
    await press('Take no more tasks');
    await waitFor(() => expect(changes()).toHaveLength(1));
    redraw(<RunnerMenu {...props({ draining: true })} />);
    await open();
    await press('Take tasks again');
    await waitFor(() => expect(changes()).toHaveLength(2));
    expect(changes().map(({ body }) => body)).toEqual([{ draining: true }, { draining: false }]);
  });

  it('should close the menu with a choice, and hand it on', async () => {
    stage.draw(<RunnerMenu {...props()} />);
    await open();
    await press('Edit');
    expect(does.onEdit).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    expect(does.onDelete).not.toHaveBeenCalled();
  });

  it('should name the runner at each button of a row', () => {
    stage.draw(<RunnerActions {...props()} />);
    const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? '');
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter((name) => !name.includes('east'))).toEqual([]);
  });
});
