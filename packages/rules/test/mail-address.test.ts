import { expect, test } from '@jest/globals';
import { mailAddress } from '../src/index.ts';

test.each([
  ['ina.haber@portal.example', 'ina.haber@portal.example'],
  ['  ina@portal.example ', 'ina@portal.example'],
  // punycode of 'löwen' is lwen-5qa (RFC 3492)
  ['ina@löwen.example', 'ina@xn--lwen-5qa.example'],
  ['ina@LÖWEN.example', 'ina@xn--lwen-5qa.example'],
  ['ina@lo\u0308wen.example', 'ina@xn--lwen-5qa.example'],
  ['ina@xn--lwen-5qa.example', 'ina@xn--lwen-5qa.example'],
  ["o'neil+preise@a-b.example", "o'neil+preise@a-b.example"],
])('%s is the address %s (rule 15.1)', (text, address) => {
  expect(mailAddress(text)).toBe(address);
});

test.each([
  '',
  'ina',
  '@portal.example',
  'ina@',
  'ina@localhost',
  'ina haber@portal.example',
  'jürgen@portal.example',
  'ina@löwen',
  'ina@löwen.example/pfad',
  'ina@lö wen.example',
  'ina@-portal.example',
  'a@b@c.example',
  `${'x'.repeat(250)}@portal.example`,
])('%s is none, in the form as in the api', (text) => {
  expect(mailAddress(text)).toBeUndefined();
});
