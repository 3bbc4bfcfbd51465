import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CONFIRMATION_ROLES, type ConfirmationRole, type Role } from '@switchyard/contracts';
import { ProjectMember, Task } from '@switchyard/database';
import { newTask, newTemplate } from '@switchyard/database/testing';
import { Client, newPerson } from '../testing/client.js';
import { ACTORS, type Actor, isRole } from '../testing/permission-matrix/verdicts.js';
import { type ProjectFixture, startProjectFixture } from '../testing/project-fixture.js';

/** Higher ones may do what lower ones may. */
const RANKS: Readonly<Record<Role | 'admin', number>> = { guest: 0, task_runner: 1, manager: 2, owner: 3, admin: 4 };
const STARTERS = ['themselves', 'somebody else', 'nobody'] as const;

let test: ProjectFixture;
const people = new Map<Actor, { client: Client; userId: number | null }>();

beforeAll(async () => {
  test = await startProjectFixture();
  for (const actor of ACTORS) {
    if (actor === 'anonymous') {
      people.set(actor, { client: new Client(test.address), userId: null });
      continue;
    }
    const { client, user } = await newPerson(test, { admin: actor === 'admin' });
    if (isRole(actor)) {
      await test.dataSource.manager.insert(ProjectMember, { projectId: test.projectId, userId: user.id, role: actor });
    }
    people.set(actor, { client, userId: user.id });
  }
});
afterAll(() => test.close());

interface Case {
  asked: ConfirmationRole;
  byOther: boolean;
  starter: (typeof STARTERS)[number];
  actor: Actor;
}

const cases = CONFIRMATION_ROLES.flatMap((asked) =>
  [false, true].flatMap((byOther) =>
    STARTERS.flatMap((starter) =>
      ACTORS.filter((actor) => starter !== 'themselves' || actor !== 'anonymous').map((actor): Case => ({
        asked,
        byOther,
        starter,
        actor,
      })),
    ),
  ),
);

/** The answer to a confirmation, with the code of its refusal. */
function expected({ asked, byOther, starter, actor }: Case): [number, string | null] {
  if (actor === 'anonymous') {
    return [401, 'not_signed_in'];
  }
  if (actor === 'outsider') {
    return [404, 'not_found'];
  }
  if (RANKS[actor] < RANKS.task_runner) {
    return [403, 'not_allowed'];
  }
  if (RANKS[actor] < RANKS[asked]) {
    return [403, asked === 'owner' ? 'confirm_owner' : 'confirm_manager'];
  }
  return byOther && starter === 'themselves' ? [403, 'confirm_other'] : [204, null];
}

async function confirmed({ asked, byOther, starter, actor }: Case) {
  const { dataSource, projectId, base } = test;
  const rule = { confirmationRole: asked, confirmationByOther: byOther };
  const template = await newTemplate(dataSource, { projectId, app: 'terraform', ...rule });
  const other = people.get(actor === 'manager' ? 'owner' : 'manager');
  const person = people.get(actor);
  const userId = starter === 'themselves' ? person?.userId : starter === 'nobody' ? null : other?.userId;
  const { id } = await newTask(dataSource, template, {
    status: 'waiting_confirmation',
    planned: new Date(),
    userId: userId ?? null,
  });
  const answer = await person?.client.post(`${base}/tasks/${id}/confirm`);
  const code = answer?.status === 204 ? null : answer?.json<{ code: string }>().code;
  const { status } = await dataSource.getRepository(Task).findOneByOrFail({ id });
  return { answer: [answer?.status, code], status };
}

describe('who may confirm a plan', () => {
  it.each(cases)(
    'should follow the rule of the template: $asked, second person $byOther, started by $starter, $actor',
    async (each) => {
      const { answer, status } = await confirmed(each);
      const wanted = expected(each);
      expect(answer).toEqual(wanted);
      expect(status).toBe(wanted[0] === 204 ? 'confirmed' : 'waiting_confirmation');
    },
  );

  it('should hold for every role that a template can ask for, and everybody who can knock', () => {
    expect(cases).toHaveLength(CONFIRMATION_ROLES.length * 2 * (STARTERS.length * ACTORS.length - 1));
  });
});
