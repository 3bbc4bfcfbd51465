import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { TerraformAlias } from '@switchyard/contracts';
import { HttpClient } from '@switchyard/testing';
import type { ApiClient } from './api-client.js';

const LOGIN = { login: 'terraform', password: 'a password of the backend' };

/** A workspace and an address of its state. */
export interface StateAddress {
  projectId: number;
  inventoryId: number;
  /** Path of the address. */
  path: string;
}

/** An answer of the HTTP backend. */
export interface StateAnswer {
  status: number;
  body: Buffer;
}

/** A workspace of Terraform with an address for {@link StateClient}. */
export async function createWorkspace(client: ApiClient, projectId: number, name: string): Promise<StateAddress> {
  const base = `/project/${projectId}`;
  const password = { project_id: projectId, name: `Backend of ${name}`, type: 'login_password', login_password: LOGIN };
  const keyId = await client.create(`${base}/keys`, password);
  const workspace = { project_id: projectId, name, type: 'terraform-workspace', inventory: name, ssh_key_id: keyId };
  const inventoryId = await client.create(`${base}/inventory`, workspace);
  const aliases = `${base}/inventory/${inventoryId}/terraform/aliases`;
  const { url } = await client.call<TerraformAlias>('POST', aliases, { auth_key_id: keyId });
  return { projectId, inventoryId, path: new URL(url, client.address).pathname };
}

/** A call of the HTTP backend. */
export interface StateCall {
  method: 'GET' | 'POST' | 'LOCK' | 'UNLOCK';
  /** Of the address, with the query. */
  path: string;
  body?: Buffer;
}

export const readCall = (path: string): StateCall => ({ method: 'GET', path });
/** @param lockId of the lock that is held */
export const writeCall = (path: string, body: Buffer, lockId?: string): StateCall => ({
  method: 'POST',
  path: lockId === undefined ? path : `${path}?ID=${lockId}`,
  body,
});
export const lockCall = (path: string, lockId: string): StateCall => ({ method: 'LOCK', path, body: lockOf(lockId) });
export const unlockCall = (path: string, lockId: string): StateCall => ({
  ...lockCall(path, lockId),
  method: 'UNLOCK',
});

/** Uses states as Terraform does. */
export class StateClient {
  private readonly http = new HttpClient();
  private readonly headers = {
    authorization: `Basic ${Buffer.from(`${LOGIN.login}:${LOGIN.password}`).toString('base64')}`,
    'content-type': 'application/json',
  };

  /** @param timeoutMs after which a call without an answer is given up */
  constructor(private readonly timeoutMs = 60_000) {}

  send(origin: string, call: StateCall, signal?: AbortSignal): Promise<StateAnswer> {
    return this.http.send({ origin, ...call, headers: this.headers, timeoutMs: this.timeoutMs, signal });
  }

  /** The same, with the first bytes of the body alone at first, and the rest once `until` has happened. Answers the status. */
  async sendInParts(
    origin: string,
    { method, path, body = Buffer.alloc(0) }: StateCall,
    until: () => Promise<unknown>,
  ): Promise<number> {
    const first = 100;
    async function* parts(): AsyncGenerator<Buffer> {
      yield body.subarray(0, first);
      await until();
      yield body.subarray(first);
    }
    const streamed = {
      body: Readable.toWeb(Readable.from(parts())) as ReadableStream<Uint8Array>,
      duplex: 'half',
    } as const;
    return (await fetch(new URL(path, origin), { method, headers: this.headers, ...streamed })).status;
  }

  close(): Promise<void> {
    return this.http.destroy();
  }
}

const lockOf = (id: string): Buffer =>
  Buffer.from(JSON.stringify({ ID: id, Operation: 'OperationTypeApply', Who: `writer ${id}`, Version: '1.11.4' }));

/** Content of a test's state. */
export interface StateContent {
  serial: number;
  /** At least so many bytes. */
  bytes: number;
  /** Value of an attribute of every resource. */
  mark: string;
}

/** A state as Terraform writes it, of resources with a dozen of attributes each. It shrinks to about an eighth. */
export function stateBytes({ serial, bytes, mark }: StateContent): Buffer {
  const head = `{\n  "version": 4,\n  "terraform_version": "1.11.4",\n  "serial": ${serial},\n  "lineage": "${LINEAGE}",\n  "outputs": {},\n  "resources": [\n`;
  const size = resourceText(0, mark).length;
  const count = Math.max(1, Math.ceil(bytes / size));
  const resources = Array.from({ length: count }, (_, n) => resourceText(n, mark));
  return Buffer.from(`${head}${resources.join(',\n')}\n  ],\n  "check_results": null\n}\n`);
}

const LINEAGE = '5c1b6a2e-8a3f-4f0e-9d0c-2b7f7a9d1e11';

function resourceText(n: number, mark: string): string {
  const name = `machine_${String(n).padStart(6, '0')}`;
  const random = createHash('sha256').update(name).digest('hex');
  const attributes = {
    id: `i-${random.slice(0, 17)}`,
    ami: 'ami-0a1b2c3d4e5f60718',
    arn: `arn:aws:ec2:eu-central-1:123456789012:instance/i-${random.slice(0, 17)}`,
    associate_public_ip_address: true,
    cpu_core_count: 4,
    ebs_optimized: false,
    iam_instance_profile: '',
    mark,
    private_ip: `10.${n % 250}.4.17`,
    tags: { Name: name, Team: 'platform', Environment: 'production' },
    user_data: random,
    vpc_security_group_ids: ['sg-0123456789abcdef0', 'sg-0fedcba9876543210'],
  };
  const resource = {
    mode: 'managed',
    type: 'aws_instance',
    name,
    provider: 'provider["registry.terraform.io/hashicorp/aws"]',
    instances: [
      { schema_version: 1, attributes, sensitive_attributes: [], private: Buffer.from(random).toString('base64') },
    ],
  };
  return JSON.stringify(resource, null, 2).replace(/^/gm, '    ');
}
