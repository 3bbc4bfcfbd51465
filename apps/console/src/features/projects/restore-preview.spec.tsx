import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RestorePreview as Preview } from '@switchyard/contracts';
import { rowOf } from '../../components/testing/row-of.js';
import { Stage } from '../../components/testing/shown.js';
import { RestorePreview } from './restore-preview.js';

const stage = new Stage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const preview = rowOf(Preview, {
  active_schedules: 1,
  notes: [{ path: ['schedules', 0, 'active'], code: 'restore_active', params: {} }],
} as Partial<Preview>);
const shown = (schedules: boolean): string =>
  stage.show(
    <RestorePreview
      preview={preview}
      file={{ schedules: [{ name: 'Nightly' }] }}
      choices={{ members: false, schedules }}
      onChoose={() => undefined}
    />,
  ).text;

describe('what a restore would do', () => {
  it('should say that a schedule starts tasks only where it is to', () => {
    expect(shown(false)).not.toContain('starts tasks by itself');
    expect(shown(true)).toContain('Nightly');
    expect(shown(true)).toContain('starts tasks by itself');
  });
});
