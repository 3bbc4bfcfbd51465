import { describe, expect, it } from '@jest/globals';
import { faultsOf, faultyMembers } from '../testing/faults-of.js';
import {
  ApprovalInput,
  MAX_WORKFLOW_RUNS,
  WorkflowInput,
  WorkflowRetryInput,
  WorkflowRunInput,
  WorkflowRunQuery,
} from './workflow.js';

const build = { kind: 'template', node: 'build', template_id: 1 };
const body = { name: 'Release', nodes: [build] };

describe('a workflow as it is sent', () => {
  it('should need no more than a name and a node', () => {
    expect(WorkflowInput.parse(body)).toMatchObject({ name: 'Release', description: '', edges: [] });
    expect(faultyMembers(WorkflowInput, {})).toEqual(expect.arrayContaining(['name', 'nodes']));
  });

  it('should be refused with a graph that cannot run', () => {
    const edges = [{ from: 'build', to: 'build', on: 'success' }];
    expect(faultsOf(WorkflowInput, { ...body, edges })).toContain('edges graph_loop');
    expect(faultyMembers(WorkflowInput, { ...body, nodes: [] })).toEqual(['nodes']);
  });
});

describe('the start of a run', () => {
  it('should have no message unless one is sent', () => {
    expect([WorkflowRunInput.parse({}), WorkflowRunInput.parse({ message: null })]).toEqual([
      { message: '' },
      { message: '' },
    ]);
  });
});

describe('a decision about an approval', () => {
  it.each([
    ['absent', {}, ''],
    ['null', { reason: null }, ''],
    ['blank', { reason: ' \n ' }, ''],
    ['given', { reason: ' looks fine ' }, 'looks fine'],
  ])('should take a reason that is %s without the space around it', (_, sent, reason) => {
    expect(ApprovalInput.parse(sent)).toEqual({ reason });
  });

  it('should have a bounded reason', () => {
    expect(faultyMembers(ApprovalInput, { reason: 'x'.repeat(2_000) })).toEqual([]);
    expect(faultyMembers(ApprovalInput, { reason: 'x'.repeat(2_001) })).toEqual(['reason']);
  });
});

describe('a retry', () => {
  it('should begin at all that failed unless it names a node', () => {
    expect([WorkflowRetryInput.parse({}), WorkflowRetryInput.parse({ node: 'build' })]).toEqual([
      { node: null },
      { node: 'build' },
    ]);
  });

  it.each(['', 'Build', '1st', 'x'.repeat(65)])('should refuse %j, which names no node', (node) => {
    expect(faultyMembers(WorkflowRetryInput, { node })).toEqual(['node']);
  });
});

describe('the query of a list of runs', () => {
  it('should read numbers as an address has them', () => {
    expect(WorkflowRunQuery.parse({ before: '17', limit: '5' })).toEqual({ before: 17, limit: 5 });
    expect(WorkflowRunQuery.parse({})).toEqual({ limit: MAX_WORKFLOW_RUNS });
  });

  it.each(['0', '-1', '1.5', 'all', '2147483648'])('should refuse %s, which is no id', (before) => {
    expect(faultyMembers(WorkflowRunQuery, { before })).toEqual(['before']);
  });

  it.each(['0', '1.5', 'all', String(MAX_WORKFLOW_RUNS + 1)])('should refuse %s runs', (limit) => {
    expect(faultyMembers(WorkflowRunQuery, { limit })).toEqual(['limit']);
  });
});
