import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { newUser } from '@switchyard/database/testing';
import type { Role } from '@switchyard/contracts';
import { ProjectMember, type User } from '@switchyard/database';
import { PasswordHasher } from '../auth/secrets/password-hasher.js';
import type { TestApp } from './test-app.js';

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
type Headers = Record<string, string>;

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed body; members have the types that the test assumes. */
  json<T>(): T;
}

/** Sends requests with fixed headers, for example as one signed-in user. */
export class Client {
  constructor(
    private readonly address: string,
    private readonly headers: Headers = {},
  ) {}

  with(headers: Headers): Client {
    return new Client(this.address, { ...this.headers, ...headers });
  }

  /** The same user at another replica. */
  at(address: string): Client {
    return new Client(address, this.headers);
  }

  get(url: string): Promise<Answer> {
    return this.send('GET', url);
  }

  post(url: string, body?: unknown): Promise<Answer> {
    return this.send('POST', url, body);
  }

  put(url: string, body?: unknown): Promise<Answer> {
    return this.send('PUT', url, body);
  }

  delete(url: string): Promise<Answer> {
    return this.send('DELETE', url);
  }

  /** A GET whose body is no text. */
  async download(path: string): Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }> {
    const call = request(new URL(path, this.address), { headers: this.headers });
    call.end();
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 0, headers: answer.headers, bytes: await buffer(answer) };
  }

  /** @param body an object is sent as JSON, a text as it is */
  async send(method: Method, path: string, body?: unknown): Promise<Answer> {
    const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const call = request(new URL(path, this.address), { method, headers: this.headers });
    call.end(payload);
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    const content = await text(answer);
    const json = <T>(): T => JSON.parse(content) as T;
    return { status: answer.statusCode ?? 0, headers: answer.headers, text: content, json };
  }
}

export const PASSWORD = 'correct horse battery staple';
let passwordHash: Promise<string> | undefined;

/** A user who can sign in with {@link PASSWORD}. */
export async function newAccount(test: TestApp, row: Partial<User> = {}): Promise<User> {
  passwordHash ??= new PasswordHasher().hash(PASSWORD);
  return newUser(test.dataSource, { passwordHash: await passwordHash, ...row });
}

/** The value of the session cookie that an answer sets. */
export function cookieOf(answer: Answer): string {
  return answer.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
}

/** Signs the user in. Answers the session cookie. */
async function sessionOf({ address }: TestApp, { username }: User): Promise<string> {
  return cookieOf(await new Client(address).post('/api/auth/login', { auth: username, password: PASSWORD }));
}

/** A client that is signed in as the user. */
export async function signIn(test: TestApp, user: User): Promise<Client> {
  return new Client(test.address, { cookie: await sessionOf(test, user) });
}

/** Somebody who is signed in. */
export interface Person {
  user: User;
  client: Client;
  cookie: string;
}

/** A new user, signed in. */
export async function newPerson(test: TestApp, row: Partial<User> = {}): Promise<Person> {
  const user = await newAccount(test, row);
  const cookie = await sessionOf(test, user);
  return { user, cookie, client: new Client(test.address, { cookie }) };
}

/** A new user with this role in the project, signed in. */
export async function signInAs(test: TestApp, projectId: number, role: Role): Promise<Client> {
  const user = await newAccount(test);
  await test.dataSource.manager.insert(ProjectMember, { projectId, userId: user.id, role });
  return signIn(test, user);
}
