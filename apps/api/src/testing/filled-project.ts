import { randomUUID } from 'node:crypto';
import { WorkflowGraph } from '@switchyard/contracts';
import {
  AuditReceiver,
  BillingPayment,
  OutboxMessage,
  IntegrationAlias,
  IntegrationDelivery,
  IntegrationMatcher,
  IntegrationValue,
  LogLink,
  ProjectMember,
  RunnerRegistrationToken,
  Template,
  TerraformAlias,
  TerraformState,
  WorkflowNode,
  WorkflowNodeRun,
  WorkflowRun,
  WorkflowVersion,
} from '@switchyard/database';
import { newProject, newRunner, newTask, newUser } from '@switchyard/database/testing';
import type { DataSource } from 'typeorm';
import { RESOURCES, type ResourceNoun } from '../definitions/all-resources.js';

/** Ids of one object of each kind with a number, named as the path parameters are. */
type NumberedIds = Record<
  | (
      | 'projectId'
      | `${ResourceNoun}Id`
      | 'taskId'
      | 'userId'
      | 'runnerId'
      | 'tokenId'
      | 'aliasId'
      | 'stateId'
      | 'linkId'
      | 'runId'
      | 'receiverId'
    )
  | ('matcherId' | 'valueId' | 'projectAliasId' | 'integrationAliasId' | 'cachedProjectId'),
  number
>;

/** Ids of one object of each kind, named as the path parameters are. */
export type ObjectIds = NumberedIds & {
  deliveryId: string;
  alertId: string;
  webhookId: string;
  /** Of the run of a workflow. */
  node: string;
  /** Of a payment. */
  number: string;
};

/** A project with one object of each kind, the resources by their examples. */
export async function filledProject(source: DataSource): Promise<ObjectIds> {
  const { id: projectId } = await newProject(source);
  const resources = await exampleRows(source, projectId);
  const template = await source.manager.findOneByOrFail(Template, { id: resources.templateId });
  const member = await newUser(source);
  await source.manager.insert(ProjectMember, { projectId, userId: member.id, role: 'guest' });
  const { id: runnerId } = await newRunner(source, { projectId, tags: ['x'], webhook: 'https://hooks.example/' });
  return {
    ...resources,
    projectId,
    cachedProjectId: projectId,
    ...(await linkedTask(source, template, member.id)),
    userId: member.id,
    runnerId,
    tokenId: await registrationToken(source, projectId),
    ...(await stateOf(source, projectId, resources)),
    ...(await endedRun(source, projectId, resources)),
    ...(await integrationParts(source, projectId, resources.integrationId)),
    deliveryId: await deadDelivery(source, { kind: 'runner_webhook', targetId: runnerId }),
    receiverId: await auditReceiver(source),
    number: await openPayment(source, projectId),
    alertId: await deadDelivery(source, { kind: 'alert_channel', targetId: resources.channelId, projectId }),
  };
}

async function auditReceiver({ manager }: DataSource): Promise<number> {
  const row = manager.create(AuditReceiver, { name: 'r', type: 'webhook', active: false, position: 0 });
  return (await manager.save(row)).id;
}

type ResourceIds = Record<`${ResourceNoun}Id`, number>;

/** A row of each kind of resource; an example refers to those before it. */
async function exampleRows(source: DataSource, projectId: number): Promise<ResourceIds> {
  const ids: Record<string, number> = { projectId };
  for (const { entity, noun, input, example, columns } of RESOURCES) {
    const row = { ...columns(input.parse(example(ids)), null), projectId };
    ids[`${noun}Id`] = (await source.manager.save(source.manager.create(entity, row))).id;
  }
  return ids as ResourceIds;
}

async function stateOf(
  { manager }: DataSource,
  projectId: number,
  { inventoryId, keyId: authKeyId }: ResourceIds,
): Promise<{ aliasId: number; stateId: number }> {
  const alias = manager.create(TerraformAlias, { projectId, inventoryId, authKeyId, alias: randomUUID() });
  const content = { serial: '1', lineage: 'l', size: 2, md5: '', blob: `states/${randomUUID()}` };
  const state = manager.create(TerraformState, { projectId, inventoryId, ...content });
  return { aliasId: (await manager.save(alias)).id, stateId: (await manager.save(state)).id };
}

async function endedRun(
  { manager }: DataSource,
  projectId: number,
  { workflowId, templateId }: ResourceIds,
): Promise<{ runId: number; node: string }> {
  const node = `n${projectId}`;
  const graph = WorkflowGraph.parse({ nodes: [{ kind: 'template', node, template_id: templateId }] });
  await manager.insert(WorkflowNode, { projectId, workflowId, node, kind: 'template', templateId });
  await manager.insert(WorkflowVersion, { workflowId, number: 1, graph });
  const run = manager.create(WorkflowRun, { projectId, workflowId, version: 1, status: 'success', ended: new Date() });
  const { id: runId } = await manager.save(run);
  await manager.insert(WorkflowNodeRun, { runId, node, attempt: 1, status: 'success' });
  return { runId, node };
}

async function integrationParts({ manager }: DataSource, projectId: number, integrationId: number) {
  const common = { integrationId, name: 'n', bodyDataType: 'json', key: 'ref' } as const;
  const matcher = manager.create(IntegrationMatcher, { ...common, matchType: 'body', method: 'equals', value: 'x' });
  const value = manager.create(IntegrationValue, { ...common, valueSource: 'body', variable: 'v' });
  const alias = (of: number | null) =>
    manager.save(manager.create(IntegrationAlias, { projectId, integrationId: of, alias: randomUUID() }));
  const reading = { verdicts: [], extracted: [], issues: [], ignored: [] };
  const webhookId = randomUUID();
  await manager.insert(IntegrationDelivery, {
    id: webhookId,
    integrationId,
    sender: '192.0.2.1',
    result: 'not_matched',
    reading,
    size: 2,
  });
  return {
    matcherId: (await manager.save(matcher)).id,
    valueId: (await manager.save(value)).id,
    projectAliasId: (await alias(null)).id,
    integrationAliasId: (await alias(integrationId)).id,
    webhookId,
  };
}

async function linkedTask(source: DataSource, template: Template, createdBy: number) {
  const { id: taskId, projectId } = await newTask(source, template, { status: 'success' });
  const expires = new Date(Date.now() + 3_600_000);
  const link = source.manager.create(LogLink, { projectId, taskId, createdBy, tokenHash: randomUUID(), expires });
  return { taskId, linkId: (await source.manager.save(link)).id };
}

async function registrationToken(source: DataSource, projectId: number): Promise<number> {
  const token = { projectId, name: 't', tags: [], tokenHash: randomUUID(), expires: new Date(Date.now() + 3_600_000) };
  return (await source.manager.save(source.manager.create(RunnerRegistrationToken, token))).id;
}

async function openPayment({ manager }: DataSource, projectId: number): Promise<string> {
  const number = randomUUID();
  await manager.insert(BillingPayment, { number, projectId, gateway: 'sandbox', cents: 1_000, currency: 'usd' });
  return number;
}

async function deadDelivery(source: DataSource, target: Partial<OutboxMessage>): Promise<string> {
  const id = randomUUID();
  await source.manager.insert(OutboxMessage, { id, ...target, payload: {}, status: 'dead', ended: new Date() });
  return id;
}

/** Bodies that are valid in the project of the ids, by the first part of the path after the project. */
export function validBodies(ids: NumberedIds): Record<string, object> {
  return {
    '': { name: 'p' },
    // The addresses of a workspace lie below it and name a key.
    ...Object.fromEntries(RESOURCES.map(({ path, example }) => [path, { ...example(ids), auth_key_id: ids.keyId }])),
    // Matchers and values lie below their integration.
    integrations: { name: 'i', template_id: ids.templateId, ...INTEGRATION_PARTS },
    tasks: { template_id: ids.templateId, hours: 1 },
    workflow_runs: { reason: 'r' },
    users: { user_id: ids.userId, role: 'guest' },
    runners: { name: 'r', tags: ['a'], active: true, draining: true },
    runner_registration_tokens: { name: 't', tags: ['a'] },
  };
}

const INTEGRATION_PARTS = {
  match_type: 'body',
  body_data_type: 'json',
  key: 'ref',
  method: 'equals',
  value: 'x',
  value_source: 'body',
  variable: 'v',
};
