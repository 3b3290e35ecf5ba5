import { expect, test } from 'vitest'
import * as field from './field.ts'
import {
  decimal,
  flag,
  longText,
  money,
  phone,
  REQUIRED,
  ref,
  requiredText,
  text,
  webAddress,
} from './field.ts'

test.each([
  ['a line break', 'Oak\nPark'],
  ['a tab', 'Oak\tPark'],
  ['a NUL', 'Oak\0Park'],
  ['an override of direction', 'invoice\u202efdp.exe'],
  ['an isolate', 'Oak\u2067Park'],
  ['a mark of direction', 'Oak\u200fPark'],
])('%s is refused in a one-line text', (_, value) => {
  for (const schema of [text('Name'), requiredText('Name'), phone()])
    expect(schema.safeParse(value).success).toBe(false)
  // Long texts may have it, except for NUL, which PostgreSQL cannot store in a text.
  expect(longText('Notes').safeParse(value).success).toBe(!value.includes('\0'))
})

test.each(['José Núñez-O’Brien', '東京', 'שלום', 'x'.repeat(200)])(
  '%s is accepted in a one-line text',
  (value) => {
    expect(text('Name').safeParse(value).success).toBe(true)
  },
)

test.each([
  'https://one.example',
  'http://one.example:8080/a?b=c',
  'www.one.example',
  'münchen.example/straße',
  '',
])('%s is a web address', (value) => expect(webAddress('Website').safeParse(value).success).toBe(true))

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://one.example',
  'https://',
  'one',
  'https://one.example/a b',
  'https://a@one.example',
  `https://${'a.'.repeat(97)}!`,
])('%s is not a web address', (value) => expect(webAddress('Website').safeParse(value).success).toBe(false))

test('a missing value of any kind gets the message of the specification for required fields', () => {
  const requiredFields = [
    ref('Stand-in', 'User').unwrap(),
    decimal('Score').unwrap(),
    money('Amount').unwrap(),
    flag('Yes'),
  ]
  for (const schema of requiredFields)
    for (const value of [null, undefined])
      expect(schema.safeParse(value).error?.issues[0]?.message).toBe(REQUIRED)
})

test('4.4 no value in any field leads to a message of the validation library', () => {
  const kinds = [
    field.id(),
    field.ref('R', 'R'),
    field.text('T', 5),
    field.longText('L', 5),
    field.requiredText('Q', 5),
  ]
  const more = [
    field.email(),
    field.phone(),
    field.zip(),
    field.money('M'),
    field.percent('P'),
    field.number('N', 1, 9),
  ]
  const last = [
    field.decimal('D'),
    field.day('D'),
    field.moment('M'),
    field.flag('F'),
    field.choiceField('O', ['a', 'b']),
  ]
  const values = [
    undefined,
    '',
    'x',
    'longer than five',
    -1,
    0.5,
    1e13,
    Number.NaN,
    true,
    [],
    {},
    [1],
    '2025-13-45',
  ]
  for (const schema of [...kinds, ...more, ...last, field.code('C', 1, 3)])
    for (const value of values)
      for (const { message } of schema.safeParse(value).error?.issues ?? [])
        expect(message).not.toMatch(/expected|received|invalid|Too (big|small)|option/i)
})
