import { ErrorBody, RegisterAnswer } from '@switchyard/contracts';
import { HttpClient } from '../http/http-client.js';
import { newRunnerKeys, type SimulatedIdentity } from './runner-identity.js';

export interface RegistrationOptions {
  /** Origin of the control plane. */
  url: string;
  registrationToken: string;
  /** Used with a token that may make several runners. */
  name: string;
  tags?: readonly string[];
  maxParallelTasks?: number;
}

/**
 * Registers a simulated runner as a real one does: with a pair of its own.
 * @throws Error when it is refused
 */
export async function registerRunner(options: RegistrationOptions): Promise<SimulatedIdentity> {
  const { url, registrationToken, name, tags = [], maxParallelTasks = 0 } = options;
  const { publicKey, secretKey } = newRunnerKeys();
  const http = new HttpClient();
  const request = { registration_token: registrationToken, public_key: publicKey, name, tags };
  const { status, body } = await http.send({
    origin: url,
    path: '/api/runner-gateway/register',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ ...request, max_parallel_tasks: maxParallelTasks })),
    timeoutMs: 15_000,
  });
  await http.destroy();
  const json: unknown = JSON.parse(body.toString('utf8'));
  if (status !== 200) {
    throw new Error(`registration refused: ${status} ${ErrorBody.safeParse(json).data?.error ?? ''}`);
  }
  const answer = RegisterAnswer.parse(json);
  return { name: answer.name, token: answer.token, secretKey };
}
