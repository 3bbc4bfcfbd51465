import type { CommitProgress, PlanSummary, PullRequestCommentFacts } from '@switchyard/contracts';

/** What a comment reports of a task as it is now. */
export interface CommentedTask {
  facts: PullRequestCommentFacts;
  plan: PlanSummary | null;
  commit: string | null;
  /** Page of the task; null = this installation has no address. */
  link: string | null;
}

const WORDS: Readonly<Record<CommitProgress, string>> = {
  pending: 'waits for a runner',
  running: 'is running',
  confirmation: 'waits for confirmation',
  success: 'succeeded',
  failure: 'failed',
  stopped: 'was stopped',
};

/** A name that people chose: forges read neither markup nor mentions within code. */
const code = (text: string): string => `\`${text.replaceAll(/[\s\p{Cc}\p{Cf}`]+/gu, ' ').trim() || '-'}\``;

function planned({ add, change, destroy, import: imported, move = 0, forget = 0 }: PlanSummary): string {
  const others = [
    ...(imported > 0 ? [`${imported} to import`] : []),
    ...(move > 0 ? [`${move} to move`] : []),
    ...(forget > 0 ? [`${forget} to forget`] : []),
  ];
  return `Plan: ${[`${add} to add`, `${change} to change`, `${destroy} to destroy`, ...others].join(', ')}.`;
}

/** Markdown of the one comment of a template at a pull request: its last task, and the plan in short. */
export function commentText({ facts: { progress, task, template }, plan, commit, link }: CommentedTask): string {
  const named = `task #${task.id}`;
  const of = commit !== null && /^[0-9a-f]{7,64}$/i.test(commit) ? ` of ${code(commit.slice(0, 10))}` : '';
  return [
    `**Switchyard** · ${code(template.name)}: ${link === null ? named : `[${named}](${link})`}${of} ${WORDS[progress]}.`,
    ...(plan === null ? [] : [planned(plan)]),
  ].join('\n\n');
}
