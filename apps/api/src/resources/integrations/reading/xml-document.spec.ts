import { describe, expect, it } from '@jest/globals';
import { xmlDocument, XmlFault } from './xml-document.js';

const plain = (text: string): unknown => JSON.parse(JSON.stringify(xmlDocument(text)));
function faultOf(text: string): unknown {
  try {
    return xmlDocument(text);
  } catch (error) {
    return error instanceof XmlFault ? error.problem : error;
  }
}

describe('xmlDocument', () => {
  it('should have elements by name, several as a list, attributes and text beside them', () => {
    const order =
      '<order id="7"><item>a &amp; b</item><item><![CDATA[<c>]]></item><note lang="en">now</note><empty/></order>';
    expect(plain(`<?xml version="1.0"?>\n<!DOCTYPE order>\n${order}`)).toEqual({
      order: { '@id': '7', item: ['a & b', '<c>'], note: { '@lang': 'en', '#text': 'now' }, empty: '' },
    });
  });

  it('should keep prefixes, and names that objects have by themselves', () => {
    expect(plain('<s:e xmlns:s="urn:x"><__proto__>p</__proto__><constructor>c</constructor></s:e>')).toEqual({
      's:e': JSON.parse('{ "@xmlns:s": "urn:x", "__proto__": "p", "constructor": "c" }'),
    });
  });

  it.each([
    '<a>',
    '<a></b>',
    '<a b=1/>',
    'text',
    '<a>&own;</a>',
    '<!DOCTYPE a [<!ENTITY own "x">]><a>&own;</a>',
    '<a/><b/>',
  ])('should refuse %s with its place', (text) => {
    expect(faultOf(text)).toMatchObject({ code: 'xml_syntax_at', params: { line: 1 } });
  });

  it('should be bounded in depth and values', () => {
    expect(faultOf(`${'<a>'.repeat(101)}${'</a>'.repeat(101)}`)).toMatchObject({ code: 'json_deep' });
    expect(faultOf(`<a>${'<b/>'.repeat(100_000)}</a>`)).toMatchObject({ code: 'json_values' });
  });
});
