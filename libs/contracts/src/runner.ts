/**
 * Part of the package that the runner is bundled with: every task starts a process of it, and building the schemas of REST, live
 * updates and queues would take a third of that start.
 */
export * from './app/app-family.js';
export * from './app/app.js';
export { breakingArgument } from './app/refused-argument.js';
export * from './errors/codes.js';
export * from './refusal/error-body.js';
export * from './errors/problem.js';
export * from './errors/text-list.js';
export * from './refusal/sent-problem.js';
export * from './git-repository/git-url.js';
export * from './git-repository/url-credentials.js';
export * from './own.js';
export * from './primitives/exact-json.js';
export * from './primitives/primitives.js';
export * from './primitives/safe-path.js';
export * from './runner-protocol/attempt-results.js';
export * from './runner-protocol/attempt-outputs.js';
export * from './runner-protocol/finish.js';
export * from './runner-protocol/branch-listing.js';
export * from './runner-protocol/caches.js';
export * from './runner-protocol/job.js';
export * from './runner-protocol/job-secrets.js';
export * from './runner-protocol/chunk-bytes.js';
export * from './runner-protocol/log-frame.js';
export * from './runner-protocol/lost-attempts.js';
export * from './runner-protocol/messages.js';
export * from './runner-protocol/open-lines.js';
export * from './runner-protocol/sealed-frame.js';
export * from './runner-protocol/signature.js';
export * from './task/ignored.js';
export * from './task/log.js';
export * from './task/log-kind.js';
export * from './task/log-masks.js';
export * from './task/phase.js';
export * from './task/plan.js';
export * from './task/plan-action.js';
export * from './task/plan-view.js';
export * from './task/outputs.js';
export * from './task/results.js';
export * from './task/task-params.js';
export * from './terminal/sgr.js';
export * from './variable/variable-name.js';
export * from './variable/variable-rule.js';
export * from './terraform/state-bounds.js';
export * from './terraform/workspace-variable.js';
