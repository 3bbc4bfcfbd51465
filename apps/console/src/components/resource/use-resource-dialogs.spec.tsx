/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act } from '@testing-library/react';
import { address, DomStage } from '../testing/drawn.js';
import { useResourceDialogs } from './use-resource-dialogs.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const web = { id: 4 };
const open = (path: string, rows: readonly { id: number }[] | undefined = [web]) =>
  stage.hook(() => useResourceDialogs(rows), { path }).result;

describe('the dialog over a list, named by the address', () => {
  it('should be that of the row which the address names', () => {
    expect(open('/keys?open=4')().editing).toEqual({ row: web, kind: null });
  });

  it('should be none for a row that is not there', () => {
    expect(open('/keys?open=5')().editing).toBeNull();
  });

  it('should be that of a new row, of the kind that the address names', () => {
    expect(open('/keys?open=new')().editing).toEqual({ row: null, kind: null });
    expect(open('/inventory?open=new.static')().editing).toEqual({ row: null, kind: 'static' });
  });

  it('should put what is opened into the address, beside what stands there, and take it out when it closes', () => {
    const dialogs = open('/keys?q=web');
    act(() => dialogs().edit(web));
    expect(address()).toBe('/keys?q=web&open=4');
    expect(dialogs().editing).toEqual({ row: web, kind: null });
    act(() => dialogs().close());
    expect(address()).toBe('/keys?q=web');
    expect(dialogs().editing).toBeNull();
  });

  it('should name the kind of a new row in the address', () => {
    const dialogs = open('/inventory');
    act(() => dialogs().createKind('file'));
    expect(address()).toBe('/inventory?open=new.file');
  });

  it('should be another dialog when it is opened while the one before still closes', () => {
    const dialogs = open('/keys');
    act(() => dialogs().create());
    const { opening } = dialogs();
    act(() => dialogs().create());
    expect(dialogs().opening).not.toBe(opening);
  });

  it('should leave the address alone while a row is deleted: a reload must not ask that', () => {
    const dialogs = open('/keys');
    act(() => dialogs().remove(web));
    expect(dialogs().deleting).toBe(web);
    expect(address()).toBe('/keys');
  });

  it('should leave the address alone where no rows may be opened by it', () => {
    const { result } = stage.hook(() => useResourceDialogs<{ id: number }>(), { path: '/keys?open=4' });
    expect(result().editing).toBeNull();
    act(() => result().edit({ id: 5 }));
    expect(address()).toBe('/keys?open=4');
  });
});
