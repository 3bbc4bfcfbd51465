import { describe, expect, it } from '@jest/globals';
import { hclLiteral } from './hcl-literal.js';
import { hclTokens } from './hcl-tokens.js';
import { complexIn } from './variable-types.js';

describe(hclLiteral.name, () => {
  it.each([
    ['["a", "b",]', ['a', 'b']],
    ['[]', []],
    ['{ a = 1, "b c" : [true, null] }', { a: 1, 'b c': [true, null] }],
    ['{\n  a = "x"\n  b = -2.5e1\n}', { a: 'x', b: -25 }],
    ['{"json": {"deep": [1, "ä\\n\\u00e9"]}}', { json: { deep: [1, 'ä\né'] } }],
    ['[ # comment\n 1, /* two */ 2 // three\n]', [1, 2]],
    ['["$${kept} $ %%{too}"]', ['${kept} $ %{too}']],
    ['{ a-b = "}" }', { 'a-b': '}' }],
  ])('should read %s', (text, value) => {
    expect(hclLiteral(text)).toEqual(value);
  });

  it.each([
    'text',
    '5',
    'true',
    '["a" "b"]',
    '["a"',
    '{ a }',
    '{ a = 1 b = 2 }',
    '[a]',
    '[file("/etc/passwd")]',
    '["${var.x}"]',
    '[1]\nother = 2',
    '[12345678901234567890]',
    '[<<E\nx\nE\n]',
    '['.repeat(1_000),
    '["\n',
  ])('should leave %j a text', (text) => {
    expect(hclLiteral(text)).toBeUndefined();
  });

  it('should give a member the name of a prototype, and no other object one', () => {
    expect(JSON.stringify(hclLiteral('{ "__proto__" = { a = 1 } }'))).toBe('{"__proto__":{"a":1}}');
  });

  it('should take a time that grows with the length', () => {
    const texts = ['{a="'.repeat(16_000), '["${'.repeat(16_000), '[/*'.repeat(20_000), `[${'<<A\n'.repeat(16_000)}`];
    const began = performance.now();
    texts.forEach((text) => expect(hclLiteral(text.slice(0, 65_000))).toBeUndefined());
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe(complexIn.name, () => {
  it('should find variables by their type, wherever braces and quotes stand', () => {
    const text = `
      # variable "comment" { type = list(string) }
      variable "names" {
        type        = list(string)
        description = "a \${ "}" } b"
      }
      variable "free" { type = any }
      variable "old" { type = "map" }
      variable "text" { type = string }
      variable "plain" {}
      variable "doc" {
        default = <<-EOT
          }
          type = map(string)
        EOT
        type = object({ type = string })
      }
      resource "x" "y" { type = list }
      output "z" { value = "variable" }
    `;
    expect(complexIn(hclTokens(text))).toEqual(['names', 'free', 'old', 'doc']);
  });
});
