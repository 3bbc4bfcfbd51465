import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { TerraformAlias } from '@switchyard/contracts';
import { newInventory } from '@switchyard/database/testing';
import type { ProjectFixture } from './project-fixture.js';

/** A workspace with an address of the HTTP backend. */
export interface TestWorkspace {
  inventoryId: number;
  alias: TerraformAlias;
  /** Path of the address. */
  path: string;
}

export const LOGIN = { login: 'terraform', password: 'correct horse' };

/** A workspace whose key is {@link LOGIN}. */
export async function newWorkspace(test: ProjectFixture): Promise<TestWorkspace> {
  const workspace = { projectId: test.projectId, type: 'terraform-workspace', inventory: 'w' } as const;
  const { id } = await newInventory(test.dataSource, workspace);
  return addressed(test, id);
}

/** An address of a workspace, whose key is {@link LOGIN}. */
export async function addressed({ manager, base }: ProjectFixture, inventoryId: number): Promise<TestWorkspace> {
  const key = { name: 'backend', type: 'login_password', login_password: LOGIN };
  const { id: auth_key_id } = (await manager.post(`${base}/keys`, key)).json<{ id: number }>();
  const answer = await manager.post(`${base}/inventory/${inventoryId}/terraform/aliases`, { auth_key_id });
  const alias = answer.json<TerraformAlias>();
  return { inventoryId, alias, path: `/api/terraform/${alias.alias}` };
}

export interface StateAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  json<T>(): T;
}

type Sent = { headers?: Record<string, string>; body?: Buffer | string; login?: { login: string; password: string } };

/** Calls the HTTP backend as Terraform does. */
export async function callBackend(
  address: string,
  method: string,
  path: string,
  sent: Sent = {},
): Promise<StateAnswer> {
  const { login, password } = sent.login ?? LOGIN;
  const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  const length = sent.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(sent.body)) };
  const headers = { authorization, 'content-type': 'application/json', ...length, ...sent.headers };
  const call = request(new URL(path, address), { method, headers });
  call.end(sent.body);
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  const bytes = await buffer(answer);
  const json = <T>(): T => JSON.parse(bytes.toString()) as T;
  return { status: answer.statusCode ?? 0, headers: answer.headers, bytes, json };
}

/** A state as Terraform writes it. */
export const stateText = (serial: number, resources: Record<string, unknown> = {}, lineage = 'line'): string =>
  JSON.stringify({
    version: 4,
    terraform_version: '1.11.4',
    serial,
    lineage,
    outputs: {},
    resources: Object.entries(resources).map(([name, attributes]) => ({
      mode: 'managed',
      type: 'terraform_data',
      name,
      instances: [{ schema_version: 0, attributes, sensitive_attributes: [] }],
    })),
  });

export const md5Of = (text: string): string => createHash('md5').update(text).digest('base64');

/** Lock as Terraform sends it. */
export const lockInfo = (id: string, who = 'ann@laptop'): string =>
  JSON.stringify({
    ID: id,
    Operation: 'OperationTypeApply',
    Info: '',
    Who: who,
    Version: '1.11.4',
    Created: '',
    Path: '',
  });
