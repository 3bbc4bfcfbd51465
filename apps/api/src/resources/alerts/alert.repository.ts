import { ALERT_CHANNEL_TYPES, type AlertOutcome, deliveryErrorText } from '@switchyard/contracts';
import { AlertChannel, GitRepository, type OutboxMessage, OutboxTarget, User } from '@switchyard/database';
import { type EntityManager, In } from 'typeorm';

/** How the last tries to these channels ended, by channel; one that was never tried is missing. */
export async function findOutcomes(
  manager: EntityManager,
  channelIds: readonly number[],
): Promise<Map<number, AlertOutcome>> {
  const targets = await manager.findBy(OutboxTarget, { kind: 'alert_channel', targetId: In([...channelIds]) });
  return new Map(
    targets.map(({ targetId, answered, answerStatus: status, error: code }) => [
      targetId,
      { at: answered.toISOString(), error: code && { code, text: deliveryErrorText(code), status } },
    ]),
  );
}

/** The name of the target of each delivery; of the server's channels, their type. Empty when it is gone. */
export async function targetNames(
  manager: EntityManager,
  deliveries: readonly OutboxMessage[],
): Promise<(delivery: OutboxMessage) => string> {
  const idsOf = (kind: OutboxMessage['kind']) => [
    ...new Set(deliveries.filter((each) => each.kind === kind).map(({ targetId }) => targetId)),
  ];
  const [channels, users, repositories] = await Promise.all([
    manager.find(AlertChannel, { select: { id: true, name: true }, where: { id: In(idsOf('alert_channel')) } }),
    manager.find(User, { select: { id: true, name: true }, where: { id: In(idsOf('alert_user')) } }),
    manager.find(GitRepository, {
      select: { id: true, name: true },
      where: { id: In([...idsOf('commit_status'), ...idsOf('pull_request_comment')]) },
    }),
  ]);
  const ofRepositories = new Map(repositories.map(({ id, name }) => [id, name]));
  const names = {
    alert_channel: new Map(channels.map(({ id, name }) => [id, name])),
    alert_user: new Map(users.map(({ id, name }) => [id, name])),
    alert_server: new Map<number, string>(ALERT_CHANNEL_TYPES.map((type, i) => [i, type])),
    commit_status: ofRepositories,
    pull_request_comment: ofRepositories,
    runner_webhook: new Map<number, string>(),
    audit_receiver: new Map<number, string>(),
  };
  return ({ kind, targetId }) => names[kind].get(targetId) ?? '';
}
