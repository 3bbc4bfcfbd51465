/** @jest-environment @happy-dom/jest-environment */
import { describe, expect, it, jest } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { type LogView, type LogViewChoice, type LogViewOptions, useLogView } from './use-log-view.js';

let view: LogView;
function Viewer(props: LogViewOptions) {
  view = useLogView(props);
  return null;
}

const none = { initial: undefined, zones: undefined, onChange: undefined };
const open = (options: Partial<LogViewOptions>) => {
  const onChange = jest.fn<(choice: LogViewChoice) => void>();
  render(<Viewer {...none} narrow={false} onChange={onChange} {...options} />);
  return onChange;
};

describe('how a reader wants the lines of a log', () => {
  it('should be unwrapped with the time of day, and wrapped without times where it is narrow', () => {
    open({});
    expect(view).toMatchObject({ wrap: false, time: 'clock', size: 'normal', zone: undefined });
    open({ narrow: true });
    expect(view).toMatchObject({ wrap: true, time: 'off' });
  });

  it('should be what the reader chose earlier, but for what a narrow log has no room for', () => {
    const initial = { wrap: false, time: 'relative', size: 'large' } as const;
    open({ initial });
    expect(view).toMatchObject(initial);
    open({ initial, narrow: true });
    expect(view).toMatchObject({ wrap: true, time: 'off', size: 'large' });
  });

  it('should follow a choice made on a narrow log, and keep the rest of the earlier choice', () => {
    const onChange = open({ initial: { time: 'relative' }, narrow: true });
    act(() => view.change({ wrap: false }));
    expect(view).toMatchObject({ wrap: false, time: 'off' });
    expect(onChange.mock.calls).toEqual([[{ time: 'relative', wrap: false }]]);
  });

  it('should use a zone only while it is among those that are offered', () => {
    open({ initial: { zone: 'Asia/Tokyo' }, zones: ['UTC'] });
    expect(view.zone).toBeUndefined();
    open({ initial: { zone: 'UTC' }, zones: ['UTC'] });
    expect(view.zone).toBe('UTC');
    act(() => view.change({ zone: undefined }));
    expect(view.zone).toBeUndefined();
  });
});
