import { readFileSync } from 'node:fs';
import path from 'node:path';
import { importTable } from '../../../../tools/lint/import-table.mjs';
import { root } from '../site/places.mjs';
import { arrow, box, diagram, HEIGHT, WIDTH } from './diagram.mjs';
import { page, table } from './markdown.mjs';

/** Purpose of a package by its own README. @param {string} directory */
const purposeOf = (directory) =>
  JSON.parse(readFileSync(path.join(root, directory, 'package.json'), 'utf8')).description;

const projects = Object.entries(importTable);
const importsOf = (/** @type {string} */ name) => importTable[name]?.imports ?? [];

/** How many libraries lie below one. @param {string} name @returns {number} */
const depth = (name) => Math.max(-1, ...importsOf(name).map(depth)) + 1;

/** Imports that no other import of the same project leads to. @param {string} name */
function nearest(name) {
  const reached = new Set(importsOf(name).flatMap(below));
  return importsOf(name).filter((imported) => !reached.has(imported));
}

/** @param {string} name @returns {string[]} */
const below = (name) => importsOf(name).flatMap((imported) => [imported, ...below(imported)]);

/** The processes, and the import table that lint keeps, as a picture. */
export function architecturePage() {
  const levels = Math.max(...projects.map(([name]) => depth(name)));
  const boxes = new Map();
  for (let level = 0; level <= levels; level++) {
    const names = projects.map(([name]) => name).filter((name) => depth(name) === level);
    const gap = 1180 / names.length;
    names.forEach((name, index) => {
      const place = { x: Math.round(gap * (index + 0.5) - WIDTH / 2), y: 10 + (levels - level) * (HEIGHT + 56) };
      boxes.set(name, box(name, place, importTable[name]?.directory.startsWith('apps/')));
    });
  }
  const arrows = projects.flatMap(([name]) =>
    nearest(name).map((imported) => arrow(boxes.get(name), boxes.get(imported))),
  );
  const size = { width: 1180, height: 20 + (levels + 1) * (HEIGHT + 56) - 56 };
  return page(
    '# Architecture',
    'Switchyard is a control plane and any number of runners. See [Concepts](../start/concepts.md) for the way of a task through them.',
    '## Processes',
    table(
      ['Process', 'Does', 'How many'],
      [
        [
          'api',
          'Serves the REST API, live updates, the console and this site; takes requests and reports of runners',
          'any number',
        ],
        [
          'dispatcher',
          'Gives waiting tasks to runners, watches leases, starts schedules, sends notifications, deletes what is old',
          'any number; one assigns at a time',
        ],
        [
          'runner',
          'Checks out a repository, runs the tool, sends log and results. Connects to the api; nothing connects to it',
          'any number, on any machine',
        ],
        ['PostgreSQL', 'Holds the truth: tasks, leases, logs, encrypted secrets', 'one'],
        ['Redis', 'Optional: queue and bus for larger installations', 'none or one'],
        ['Bucket', 'Optional: plans, Terraform states and logs of ended tasks', 'none or one'],
      ],
    ),
    'A message of the queue or the bus carries ids and may be lost at any moment. The dispatcher finds the rows of a lost message by a sweep.',
    '## Packages and their imports',
    'A package may import only what the import table lists; lint refuses the rest. An arrow points to what is imported. Arrows that follow from others are left out. Programs are shaded.',
    diagram('Packages and what they import', size, [...arrows, ...[...boxes.values()].map(({ svg }) => svg)]),
    table(
      ['Package', 'Purpose', 'Imports'],
      projects.map(([, { directory, imports }]) => [
        `\`${directory}\``,
        purposeOf(directory),
        imports.join(', ') || 'nothing',
      ]),
    ),
    'Each package has a README with its purpose, a map of its folders, and how to run and test it.',
  );
}
