import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PLAN_ACTIONS, PlanAttribute, PlanResource } from '@switchyard/contracts';
import { rowOf } from '../../../components/testing/row-of.js';
import { type Shown, Stage } from '../../../components/testing/shown.js';
import { PlanDifferences } from './plan-differences.js';
import { PlanLine } from './plan-line.js';

const stage = new Stage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

function line(resource: Partial<PlanResource>, { isOpen = false, isPending = false, isDrift = false } = {}): Shown {
  const row = {
    kind: 'resource' as const,
    key: 'k',
    resource: rowOf(PlanResource, { address: 'aws_a.one', action: 'update', ...resource }),
    isDrift,
  };
  return stage.show(<PlanLine row={row} isOpen={isOpen} isPending={isPending} onToggle={() => undefined} />);
}
const attribute = (members: Partial<PlanAttribute>): PlanAttribute =>
  rowOf(PlanAttribute, { path: 'port', ...members });
const values = (members: Partial<PlanAttribute>): Shown =>
  stage.show(<PlanDifferences attributes={[attribute(members)]} more={0} />);

describe('a resource of a plan', () => {
  it('should hold what differs once it is open, and wait for it where it is still to come', () => {
    const attributes = [attribute({ before: '80', after: '443' })];
    expect(line({ attributes }).text).not.toContain('443');
    expect(line({ attributes }, { isOpen: true }).text).toContain('443');
    expect(line({ attributes }, { isOpen: true, isPending: true }).text).not.toContain('443');
  });

  it('should say to assistive technology whether it is open', () => {
    expect(line({}).html).toContain('aria-expanded="false"');
    expect(line({}, { isOpen: true }).html).toContain('aria-expanded="true"');
  });

  it('should name what drifted as drift, and not as something that the plan does', () => {
    expect(line({}, { isDrift: true }).text).not.toBe(line({}).text);
  });

  it('should be still to come, whatever happens to it', () => {
    const texts = PLAN_ACTIONS.map((action) => line({ action }).text);
    expect(texts.filter((text) => !/ will /.test(text))).toEqual([]);
  });

  it('should note an import once, and where it moved from', () => {
    expect(line({ imported: true }).text).toMatch(/import/i);
    expect(line({ imported: true, action: 'import' }).text.match(/import/gi)).toHaveLength(1);
    expect(line({ previous_address: 'aws_a.old' }).text).toContain('aws_a.old');
  });

  it('should make control characters of an address visible', () => {
    expect(line({ address: 'aws_a["\u202ex"]' }).text).not.toContain('\u202e');
  });
});

describe('what differs', () => {
  it('should show neither value of one that is sensitive', () => {
    const { text } = values({ before: '"old"', after: '"new"', sensitive: true });
    expect(text).not.toMatch(/old|new/);
  });

  it('should tell what is not known yet from what is removed', () => {
    const unknown = values({ before: '80', after: null, unknown: true }).text;
    const removed = values({ before: '80', after: null }).text;
    expect(unknown).not.toBe(removed);
    expect([unknown, removed].every((text) => text.includes('80'))).toBe(true);
  });

  it('should show a text of several lines as people wrote it', () => {
    expect(values({ before: null, after: '"one\\ntwo"' }).html).toContain('one\ntwo');
    expect(values({ before: null, after: '"one"' }).text).toContain('"one"');
    expect(values({ before: null, after: '"broken\\n' }).text).toContain('"broken\\n');
  });

  it('should mark why a resource is made again', () => {
    expect(values({ after: '1', replaces: true }).html).toContain('data-tone="volcano"');
  });

  it('should count what is left out, and say where nothing differs', () => {
    expect(stage.show(<PlanDifferences attributes={[]} more={12} />).text).toContain('12');
    expect(stage.show(<PlanDifferences attributes={[]} more={0} />).text).not.toBe('');
  });
});
