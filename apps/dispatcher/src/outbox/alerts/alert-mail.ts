import { type Mail, type MailClient, MailError } from '@switchyard/server';
import type { AlertMessage } from './alert-message.js';
import { escapeHtml } from './http-sender.js';
import type { Outcome } from '../message-sender.js';

/** An alert as a mail, in plain text and in HTML. @param reason why the reader gets it */
export function alertMail(
  { subject, title, facts, line, note, link }: AlertMessage,
  reason?: string,
): Omit<Mail, 'to'> {
  const text = [
    title,
    ...(note === null ? [] : [note]),
    facts.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    ...(line ? [`${line.name}:\n  ${line.value}`] : []),
    ...(link ? [`${link.text}: ${link.url}`] : []),
    ...(reason === undefined ? [] : [`-- \n${reason}`]),
  ];
  const rows = facts.map(({ name, value }) => `<tr><td>${escapeHtml(name)}</td><td>${escapeHtml(value)}</td></tr>`);
  const html = [
    `<h2>${escapeHtml(title)}</h2>`,
    ...(note === null ? [] : [`<p>${escapeHtml(note)}</p>`]),
    `<table cellpadding="4">${rows.join('')}</table>`,
    ...(line ? [`<p>${escapeHtml(line.name)}:</p><pre>${escapeHtml(line.value)}</pre>`] : []),
    ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.text)}</a></p>`] : []),
    ...(reason === undefined ? [] : [`<p><small>${escapeHtml(reason)}</small></p>`]),
  ];
  return { subject, text: `${text.join('\n\n')}\n`, html: html.join('\n') };
}

/** The mail server is unavailable as a whole (RFC 5321, 3.8). */
const CLOSING = 421;

/** Sends a mail and judges how that ended. A mail that the server refused is tried again, because people may repair it there. */
export async function sendMail(client: MailClient, mail: Mail, signal: AbortSignal): Promise<Outcome> {
  try {
    await unlessAborted(client.send(mail), signal);
    return { result: 'delivered', status: null, error: null, target: 'available' };
  } catch (error) {
    if (!(error instanceof MailError)) {
      throw error;
    }
    const { status } = error;
    const isAway = status === null || status === CLOSING;
    return {
      result: 'retry',
      status,
      error: status === null ? 'unreachable' : 'rejected',
      target: isAway ? 'unavailable' : 'available',
    };
  }
}

/** Does not wait any longer when the process is to end. */
function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new MailError(null, { cause: signal.reason }));
    signal.addEventListener('abort', end, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
