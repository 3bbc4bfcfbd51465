import { type AlertFacts, fillPlaces, knownProblem, own } from '@switchyard/contracts';
import type { Wording } from '@switchyard/texts';

/** One thing to know, as plain text. */
export interface Fact {
  name: string;
  value: string;
}

/** An alert in words, before a channel gives it a form. Every text is plain and may hold whatever people wrote. */
export interface AlertMessage {
  title: string;
  /** Title with the project, for a subject. */
  subject: string;
  tone: 'bad' | 'attention' | 'good' | 'neutral';
  facts: Fact[];
  /** A line of the log, as it was written. */
  line: Fact | null;
  /** A sentence without a value of its own. */
  note: string | null;
  /** Null when the installation has no address that people could open. */
  link: { url: string; text: string } | null;
}

const TONES: Readonly<Record<AlertFacts['event'], AlertMessage['tone']>> = {
  failure: 'bad',
  runner_lost: 'bad',
  confirmation: 'attention',
  approval: 'attention',
  approval_overdue: 'bad',
  schedule_missed: 'attention',
  drifted: 'attention',
  in_step: 'good',
  success: 'good',
  test: 'neutral',
};

/** Facts on which the texts of an alert depend. */
export interface AlertStyle {
  wording: Wording;
  /** Time zone of times. */
  zone: string;
  /** Without a slash at its end; null = there is none. */
  publicAddress: string | null;
}

export function alertMessage(facts: AlertFacts, { wording, zone, publicAddress }: AlertStyle): AlertMessage {
  const { event, project, line } = facts;
  const texts = wording.texts.alert;
  const title = titleOf(facts, wording);
  return {
    title,
    subject: fill(texts.subject, { project: project.name, title }),
    tone: TONES[event],
    facts: factsOf(facts, wording, zone),
    line: line && { name: fill(texts.fact.line, { number: String(line.number) }), value: line.text },
    note: event === 'test' ? texts.test : null,
    link: publicAddress === null ? null : { url: publicAddress + pathOf(facts), text: openText(facts, wording) },
  };
}

const titleOf = (
  { event, project, template, workspace, task, run, schedule }: AlertFacts,
  { texts }: Wording,
): string =>
  fill(texts.alert.title[event], {
    template: template?.name ?? '',
    workspace: workspace ?? '',
    task: String(task?.id ?? ''),
    workflow: run?.workflow ?? '',
    run: String(run?.id ?? ''),
    schedule: schedule?.name ?? '',
    project: project.name,
  });

/** What the page of {@link pathOf} is. */
function openText({ template, task, run, line }: AlertFacts, { texts }: Wording): string {
  const { open } = texts.alert;
  if (run) {
    return open.run;
  }
  return line ? open.line : task ? open.log : template ? open.template : open.project;
}

/** Why a member gets a mail. */
export const mailReason = ({ project }: AlertFacts, { texts }: Wording): string =>
  fill(texts.alert.mailReason, { project: project.name });

/** One without a value is left out. */
type NamedFact = [name: string, value: string | null | undefined];

function factsOf(facts: AlertFacts, wording: Wording, zone: string): Fact[] {
  const { project, template, workspace, task, schedule, runner } = facts;
  const names = wording.texts.alert.fact;
  const all: NamedFact[] = [
    [names.project, project.name],
    [names.template, template?.name],
    [names.workspace, workspace],
    [names.task, task && `#${task.id}`],
    ...runFacts(facts, wording, zone),
    [names.message, task?.message],
    [names.version, task?.version],
    [names.branch, task?.branch],
    [names.commit, task?.commit],
    [names.user, task?.user],
    [names.schedule, schedule?.name],
    [names.planned, schedule && wording.moment(new Date(schedule.planned), zone)],
    [names.runner, runner],
    [names.duration, durationOf(facts, wording)],
    [names.reason, reasonOf(facts, wording)],
  ];
  return all.flatMap(([name, value]) => (value ? [{ name, value: oneLine(value) }] : []));
}

function runFacts({ run }: AlertFacts, wording: Wording, zone: string): NamedFact[] {
  const names = wording.texts.alert.fact;
  return run === null
    ? []
    : [
        [names.workflow, run.workflow],
        [names.run, `#${run.id}`],
        [names.approval, run.node],
        [names.message, run.message],
        [names.user, run.user],
        [names.deadline, run.deadline && wording.moment(new Date(run.deadline), zone)],
      ];
}

const durationOf = ({ task }: AlertFacts, wording: Wording): string | null =>
  task === null || task.seconds === null ? null : wording.duration(task.seconds);

/** In the words of the catalogue; the sentence beside the code, when that is of another version or absent. */
function reasonOf({ problem, reason }: AlertFacts, wording: Wording): string | null {
  const known = problem && knownProblem(problem);
  return known ? wording.problem(known) : reason;
}

/** Where people read on: the task's log at its failing line, the run, the template, or the project. */
function pathOf({ project, template, task, run, line }: AlertFacts): string {
  const base = `/project/${project.id}`;
  if (run) {
    return `${base}/workflows/runs/${run.id}`;
  }
  if (!template) {
    return base;
  }
  const log = task ? `?t=${task.id}${line ? `#L${line.number}` : ''}` : '';
  return `${base}/templates/${template.id}${log}`;
}

/** Names have no line breaks, messages and reasons may. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  fillPlaces(text, (name) => oneLine(own(values, name) ?? ''));
