import type { Role } from '@switchyard/contracts';
import { ProjectMember, type User } from '@switchyard/database';
import { io, type Socket } from 'socket.io-client';
import { newPerson, type Person } from './client.js';
import type { TestApp } from './test-app.js';

/** The page of somebody who is signed in, with its live connection. */
export interface ConsolePage extends Person {
  socket: Socket;
}

/** A console of a new user, who has a role in a project if one is named. Closed by the caller. */
export async function openConsolePage(
  test: TestApp,
  { memberOf, role = 'guest', ...row }: Partial<User> & { memberOf?: number; role?: Role } = {},
): Promise<ConsolePage> {
  const person = await newPerson(test, row);
  if (memberOf !== undefined) {
    await test.dataSource.manager.insert(ProjectMember, { projectId: memberOf, userId: person.user.id, role });
  }
  const extraHeaders = { cookie: person.cookie };
  return { ...person, socket: io(test.address, { path: '/api/ws', transports: ['websocket'], extraHeaders }) };
}
