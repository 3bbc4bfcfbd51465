/** Longest part of a file name that comes from a template's name, in characters. */
const MAX_NAME = 60;

/** File name of a log: `<template>-<task>-<launch in UTC>.log`, safe on every system. */
export function logFileName(template: string, taskId: number, created: string): string {
  const words = template
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  const name = [...words].slice(0, MAX_NAME).join('').toLowerCase() || 'task';
  const time = created.slice(0, 19).replace('T', '-').replaceAll(':', '');
  return `${name}-${taskId}-${time}.log`;
}
