import { describe, expect, it } from '@jest/globals';
import { problem } from '../errors/problem.js';
import { checkSurveyAnswers } from './survey-answers.js';
import { SurveyVariable } from './survey.js';

const question = (name: string, change: object = {}): SurveyVariable =>
  SurveyVariable.parse({ name, title: name, ...change });
const count = question('count', { type: 'int' });
const answered = (variable: SurveyVariable, value: unknown): unknown =>
  checkSurveyAnswers([variable], { values: { [variable.name]: value }, secrets: {} }).answers.values[variable.name];

describe(checkSurveyAnswers.name, () => {
  it.each([
    ['3', 3],
    [3, 3],
    ['0', 0],
    ['9007199254740991', 9007199254740991],
  ])('should make the number %j of an integer %j', (given, value) => {
    expect(answered(count, given)).toBe(value);
  });

  it.each(['007', '00', '12345678901234567890', '9007199254740993'])(
    'should leave %s as it was typed, because a number would show otherwise',
    (text) => {
      expect(answered(count, text)).toBe(text);
    },
  );

  it.each(['-1', '1.5', '1e3', ' 3', '0x10', -1, 1.5, true, [3]])('should refuse %j as an integer', (given) => {
    const { answers, faults } = checkSurveyAnswers([count], { values: { count: given }, secrets: {} });
    expect([answers.values, faults]).toEqual([
      {},
      [{ variable: 'count', problem: problem('answer_digits', { title: 'count' }) }],
    ]);
  });

  it('should make a number of a default', () => {
    expect(answered(question('count', { type: 'int', default_value: '10' }), '')).toBe(10);
  });

  it('should leave digits that answer any other question text', () => {
    const size = question('size', { type: 'enum', values: [{ name: 'Ten', value: '10' }] });
    expect([answered(question('zone'), '10'), answered(size, '10')]).toEqual(['10', '10']);
  });

  it('should need no answer to a required secret that has a stored default', () => {
    const ask = (change: object) =>
      checkSurveyAnswers([question('pin', { type: 'secret', required: true, ...change })], { values: {}, secrets: {} });
    expect(ask({ secret_default: true })).toEqual({ answers: { values: {}, secrets: {} }, faults: [] });
    expect([ask({}).faults.length, ask({ secret_default: false }).faults.length]).toEqual([1, 1]);
    expect(ask({ type: '', secret_default: true }).faults).toHaveLength(1);
  });

  it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty'])(
    'should take no member of the prototype for an answer to %s',
    (name) => {
      const variable = question(name, { required: true });
      expect(checkSurveyAnswers([variable], { values: {}, secrets: {} }).faults).toHaveLength(1);
      const { answers } = checkSurveyAnswers([variable], { values: { [name]: 'x' }, secrets: {} });
      expect(Object.entries(answers.values)).toEqual([[name, 'x']]);
    },
  );
});
