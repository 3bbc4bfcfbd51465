import type { Role } from '@switchyard/contracts';
import { ProjectMember, type User } from '@switchyard/database';
import { io, type Socket } from 'socket.io-client';
import { Client, cookieOf, newAccount, PASSWORD } from './client.js';
import type { TestApp } from './test-app.js';

/** The page of a signed-in user: its live connection, and its requests. */
export interface ConsolePage {
  user: User;
  socket: Socket;
  client: Client;
}

/** A console of a new user, who has a role in a project if one is named. Closed by the caller. */
export async function openConsolePage(
  test: TestApp,
  { memberOf, role = 'guest', ...row }: Partial<User> & { memberOf?: number; role?: Role } = {},
): Promise<ConsolePage> {
  const user = await newAccount(test, row);
  if (memberOf !== undefined) {
    await test.dataSource.manager.insert(ProjectMember, { projectId: memberOf, userId: user.id, role });
  }
  const answer = await new Client(test.address).post('/api/auth/login', { auth: user.username, password: PASSWORD });
  const extraHeaders = { cookie: cookieOf(answer) };
  const socket = io(test.address, { path: '/api/ws', transports: ['websocket'], extraHeaders });
  return { user, socket, client: new Client(test.address, extraHeaders) };
}
