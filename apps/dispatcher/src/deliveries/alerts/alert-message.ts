import { type AlertFacts, fillPlaces, own } from '@switchyard/contracts';
import { ALERT_TEXTS } from './alert-texts.js';

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
  schedule_missed: 'attention',
  success: 'good',
  test: 'neutral',
};

/** @param publicAddress without a slash at its end; null = there is none */
export function alertMessage(facts: AlertFacts, publicAddress: string | null): AlertMessage {
  const { event, project, template, task, schedule, line } = facts;
  const title = fill(ALERT_TEXTS.title[event], {
    template: template?.name ?? '',
    task: String(task?.id ?? ''),
    schedule: schedule?.name ?? '',
    project: project.name,
  });
  const words = ALERT_TEXTS.open;
  const text = line ? words.line : task ? words.log : template ? words.template : words.project;
  return {
    title,
    subject: fill(ALERT_TEXTS.subject, { project: project.name, title }),
    tone: TONES[event],
    facts: factsOf(facts),
    line: line && { name: fill(ALERT_TEXTS.fact.line, { number: String(line.number) }), value: line.text },
    note: event === 'test' ? ALERT_TEXTS.test : null,
    link: publicAddress === null ? null : { url: publicAddress + pathOf(facts), text },
  };
}

function factsOf({ project, template, task, schedule, runner, reason }: AlertFacts): Fact[] {
  const names = ALERT_TEXTS.fact;
  const all: [string, string | null | undefined][] = [
    [names.project, project.name],
    [names.template, template?.name],
    [names.task, task && `#${task.id}`],
    [names.message, task?.message],
    [names.version, task?.version],
    [names.user, task?.user],
    [names.schedule, schedule?.name],
    [names.planned, schedule?.planned],
    [names.runner, runner],
    [names.reason, reason],
  ];
  return all.flatMap(([name, value]) => (value ? [{ name, value: oneLine(value) }] : []));
}

/** Where people read on: the task's log at its failing line, the template, or the project. */
function pathOf({ project, template, task, line }: AlertFacts): string {
  const base = `/project/${project.id}`;
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
