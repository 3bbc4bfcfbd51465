import { describe, expect, it } from '@jest/globals';
import { Folds } from './folds.js';
import { readSection, withSection, type Section } from './sections.js';

const list = (...texts: string[]): readonly Section[] =>
  texts.reduce<readonly Section[]>((all, text, i) => withSection(all, readSection(i * 10, i, text)), []);

const openIn = (folds: Folds, sections: readonly Section[]): string[] =>
  sections.filter((section) => folds.isOpen(section.line)).map((section) => section.phase);

describe('Folds', () => {
  it('should open the run and fold the phases before it', () => {
    const sections = list('queue', 'checkout main', 'dependencies', 'run', 'cleanup');
    const folds = new Folds();
    folds.update(sections, false);
    expect(openIn(folds, sections)).toEqual(['run']);
    expect(folds.hidden(sections, 60)).toEqual([
      { from: 1, to: 10 },
      { from: 11, to: 20 },
      { from: 21, to: 30 },
      { from: 41, to: 60 },
    ]);
  });

  it('should open the phase in which the task is or ended', () => {
    const folds = new Folds();
    folds.update(list('queue'), false);
    expect(openIn(folds, list('queue'))).toEqual(['queue']);
    folds.update(list('queue', 'checkout', 'cleanup'), false);
    expect(openIn(folds, list('queue', 'checkout', 'cleanup'))).toEqual(['checkout']);
  });

  it('should fold nothing under the eyes of a reader who does not follow', () => {
    const folds = new Folds();
    folds.update(list('queue'), false);
    folds.update(list('queue', 'checkout'), true);
    expect(openIn(folds, list('queue', 'checkout'))).toEqual(['queue', 'checkout']);
  });

  it('should keep what the reader chose', () => {
    const sections = list('queue', 'run');
    const folds = new Folds();
    folds.update(sections, false);
    folds.set(0, true);
    folds.set(10, false);
    folds.update(list('queue', 'run', 'cleanup'), false);
    expect(openIn(folds, sections)).toEqual(['queue']);
  });

  it('should open the section of a line that is to be seen, also when the section comes later', () => {
    const sections = list('queue', 'checkout', 'run');
    const folds = new Folds();
    folds.reveal([], 15);
    folds.update(sections, false);
    expect(openIn(folds, sections)).toEqual(['checkout', 'run']);
  });
});

describe('withSection', () => {
  it('should sort sections in and know them again', () => {
    const late = withSection(list('queue'), readSection(30, 0, 'run'));
    const all = withSection(late, readSection(20, 0, 'checkout storefront @ main'));
    expect(all.map(({ phase, detail }) => [phase, detail])).toEqual([
      ['queue', ''],
      ['checkout', 'storefront @ main'],
      ['run', ''],
    ]);
    expect(withSection(all, readSection(20, 9, 'checkout again'))).toBe(all);
  });
});
