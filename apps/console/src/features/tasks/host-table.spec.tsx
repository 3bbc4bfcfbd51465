/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TaskHost } from '@switchyard/contracts';
import { screen, within } from '@testing-library/react';
import { DomStage, person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { HostTable } from './host-table.js';

const stage = new DomStage();
beforeEach(async () => {
  await stage.start();
  stage.widen();
});
afterEach(() => stage.stop());

const host = (id: number, members: Partial<TaskHost> = {}): TaskHost =>
  rowOf(TaskHost, { id, host: `web-${id}`, ok: 1, ...members });
const many = (count: number): TaskHost[] => Array.from({ length: count }, (_, index) => host(index + 1));
const names = (): (string | null)[] =>
  [...document.querySelectorAll('.sy-host-name')].map(({ textContent }) => textContent);
const draw = (hosts: readonly TaskHost[]) => {
  const onHost = jest.fn<(name: string) => void>();
  stage.draw(<HostTable hosts={hosts} onHost={onHost} />);
  return onHost;
};

describe('the hosts of a task', () => {
  it('should begin with those that failed, and say so in words', () => {
    draw([host(1), host(2, { failed: 1 }), host(3, { unreachable: 1 })]);
    expect(names().toSorted()).toEqual(['web-1', 'web-2', 'web-3']);
    expect(names().at(-1)).toBe('web-1');
    expect(document.querySelectorAll('.sy-host[data-tone=red]')).toHaveLength(2);
  });

  it('should lead to the lines of a host', async () => {
    const onHost = draw([host(1), host(2)]);
    await person.click(screen.getByRole('button', { name: 'web-2' }));
    expect(onHost.mock.calls).toEqual([['web-2']]);
  });

  it('should offer a filter from ten hosts on', () => {
    draw(many(9));
    expect(screen.queryByRole('searchbox')).toBeNull();
    draw(many(10));
    expect(screen.getByRole('searchbox')).toBeTruthy();
  });

  it('should find hosts by a part of their name, whatever the case, a page of them at a time', async () => {
    draw([...many(60), host(99, { host: 'DB-main' })]);
    expect(names()).toHaveLength(50);
    await person.type(screen.getByRole('searchbox'), 'Db-');
    expect(names()).toEqual(['DB-main']);
  });

  it('should show a dash in place of nothing', () => {
    draw([host(1, { ok: 3, changed: 0 })]);
    const cells = within(screen.getAllByRole('row').at(-1) as HTMLElement).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent).filter((text) => text === '3')).toHaveLength(1);
    expect(cells.map(({ textContent }) => textContent).filter((text) => text === '–')).toHaveLength(6);
  });
});
