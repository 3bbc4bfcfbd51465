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

  it('should name things as people do, not the members of the file', () => {
    const notes = [
      { path: ['schedules', 0, 'active'], code: 'restore_active', params: {} },
      { path: ['integrations', 0, 'aliases'], code: 'restore_alias', params: {} },
      { path: ['integration_aliases'], code: 'restore_alias', params: {} },
      { path: ['sealed'], code: 'restore_sealed', params: {} },
    ] as Preview['notes'];
    const { text } = stage.show(
      <RestorePreview
        preview={rowOf(Preview, { active_schedules: 1, notes } as Partial<Preview>)}
        file={{ schedules: [{ name: 'Nightly' }], integrations: [{ name: 'Pushes' }] }}
        choices={{ members: false, schedules: true }}
        onChoose={() => undefined}
      />,
    );
    expect(text).toContain('Integrations Pushes: a new address is made');
    expect(text).toContain('Integrations : a new address is made');
    expect(text).toContain('Backup file : ');
    expect(text).not.toMatch(/\bactive\b|aliases|sealed/);
  });
});
