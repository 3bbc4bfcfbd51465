import type { Mail } from '@switchyard/server';
import type { AlertMessage } from './alert-message.js';
import { escapeHtml } from './escapes.js';

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
